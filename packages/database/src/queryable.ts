import type pg from 'pg';

/** Something that runs statements: a connection, or a pool outside of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
