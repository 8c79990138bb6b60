import type { Tx } from '@laurel/database/client';

/**
 * Runs `work` in one transaction and returns what it returned; a throw rolls all of it back. After a conflict with
 * another transaction it is run again, so `work` must do nothing but queries.
 */
export type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
