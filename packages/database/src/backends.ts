/** A backend of PostgreSQL. The start time distinguishes it from a later one with the same pid. */
export type Backend = { pid: number; startedAt: string };

const SELECT = 'SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity';

/** The backend with the pid $1. */
export const FIND_BACKEND = `${SELECT} WHERE pid = $1`;

/** The backend of this connection. */
export const OWN_BACKEND = `${SELECT} WHERE pid = pg_backend_pid()`;
