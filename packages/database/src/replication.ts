/**
 * An empty commit, which waits until everything that was visible before is replicated. A commit whose backend was terminated
 * while it waited for the standby, or whose server crashed, is visible on one machine only. Where commits wait for no
 * standby, nothing is written.
 */
export const CONFIRM = `
  SELECT pg_logical_emit_message(true, 'laurel', '') WHERE current_setting('synchronous_standby_names') <> ''`;
