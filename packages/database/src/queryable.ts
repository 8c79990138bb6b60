import type pg from 'pg';

/** What runs statements: a connection, or a pool outside of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
