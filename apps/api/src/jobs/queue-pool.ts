import pg from 'pg';

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** A listening connection sends no queries and would be closed as silent, so it is pinged this often. */
const PING_MS = 5_000;

/**
 * Pings a connection until it is released, by the returned function or by `client.release`, which pg's own query() calls.
 * A second release has no effect.
 */
const keepAwake = (client: pg.PoolClient): Release => {
  const release = client.release;
  let released = false;
  let pinging = false;
  const timer = setInterval(async () => {
    if (pinging) return;
    pinging = true;
    // The connection emits the error itself.
    await client.query('SELECT 1').catch(() => {});
    pinging = false;
  }, PING_MS);
  client.release = (error) => {
    if (released) return;
    released = true;
    clearInterval(timer);
    release(error);
  };
  return client.release;
};

/**
 * A pool whose connections may be released twice. graphile-worker does that to its listening connection when it is stopped
 * during an outage, in a promise that is not awaited: the error of pg would end the process.
 */
export class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect((error, client, release) => connected(error, client, client ? keepAwake(client) : release));
    return undefined;
  }
}
