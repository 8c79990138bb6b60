import type pg from 'pg';
import { type Backend, OWN_BACKEND } from './backends.ts';

/**
 * An empty commit, which waits until everything that was visible before is replicated. A commit whose backend was terminated
 * while it waited for the standby, or whose server crashed, is visible on one machine only. Where commits wait for no
 * standby, nothing is written.
 */
export const CONFIRM = `
  SELECT pg_logical_emit_message(true, 'laurel', '') WHERE current_setting('synchronous_standby_names') <> ''`;

const commitOn = async (client: pg.PoolClient, begun: (backend: Backend) => void): Promise<void> => {
  await client.query('BEGIN');
  const { rows } = await client.query<Backend>(OWN_BACKEND);
  const [backend] = rows;
  if (backend) begun(backend);
  await client.query(CONFIRM);
  await client.query('COMMIT');
};

/**
 * Confirms that everything visible is replicated. While a standby is away, the backend of a failed confirmation still
 * waits after its client is gone. The next confirmation ends it, so that such backends don't use up the server's
 * connections.
 * @returns a function that runs one confirmation; it must not be called while another one runs
 */
export const createConfirmation = (pool: pg.Pool): (() => Promise<void>) => {
  let left: Backend | undefined;
  return async () => {
    if (left) {
      await pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2',
        [left.pid, left.startedAt],
      );
      left = undefined;
    }
    const { rows } = await pool.query<{ waits: boolean }>(
      "SELECT current_setting('synchronous_standby_names') <> '' AS waits",
    );
    if (!rows[0]?.waits) return;
    const client = await pool.connect();
    try {
      await commitOn(client, (backend) => {
        left = backend;
      });
      left = undefined;
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
};
