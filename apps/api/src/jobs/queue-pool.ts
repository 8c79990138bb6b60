import pg from 'pg';

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** Keeps a connection from falling silent: one that listens asks nothing, and would be taken for dead. */
const PING_MS = 5_000;

const once = (release: Release): Release => {
  let released = false;
  return (error) => {
    if (released) return;
    released = true;
    release(error);
  };
};

/** Asks now and then, until the connection is given back. */
const ping = (client: pg.PoolClient, release: Release): Release => {
  const timer = setInterval(() => {
    // Its failure is told by the connection itself.
    client.query('SELECT 1').catch(() => {});
  }, PING_MS);
  return (error) => {
    clearInterval(timer);
    release(error);
  };
};

/**
 * Connections for the queue's workers, which may be given back twice. graphile-worker does that to the one it listens
 * on when it is stopped in an outage, in a promise that nobody waits for: pg's refusal would end the process.
 */
export class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect((error, client, release) => connected(error, client, once(client ? ping(client, release) : release)));
    return undefined;
  }
}
