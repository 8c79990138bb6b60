import pg from 'pg';

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** Keeps a connection from falling silent: one that listens asks nothing, and would be taken for dead. */
const PING_MS = 5_000;

/**
 * Asks now and then, until the connection is given back: by what this returns, or as pg's own query() does it, by the
 * client's release.
 */
const lend = (client: pg.PoolClient): Release => {
  const giveBack = client.release;
  let lent = true;
  let asking = false;
  const timer = setInterval(async () => {
    if (asking) return;
    asking = true;
    // Its failure is told by the connection itself.
    await client.query('SELECT 1').catch(() => {});
    asking = false;
  }, PING_MS);
  client.release = (error) => {
    if (!lent) return;
    lent = false;
    clearInterval(timer);
    giveBack(error);
  };
  return client.release;
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
    super.connect((error, client, release) => connected(error, client, client ? lend(client) : release));
    return undefined;
  }
}
