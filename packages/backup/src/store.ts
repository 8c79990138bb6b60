import type { Readable } from 'node:stream';

export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** Stores backups as objects under keys such as `a/b/c`. */
export type Store = {
  readonly place: string;
  /**
   * Stores an object atomically, and replaces one with the same key.
   * @param leaveFree bytes that must stay free if the store is on a disk; with less, nothing is stored
   * @returns its size in bytes
   */
  put(key: string, body: Readable, leaveFree?: number): Promise<number>;
  /** Reads an object; undefined if there is none. */
  get(key: string): Promise<Readable | undefined>;
  /** Lists the objects whose keys start with `prefix`, sorted by key. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes objects. Missing ones are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Removes unfinished files of killed processes that were last written before a time. `list` does not show such files.
   */
  removeUnfinished(before: Date): Promise<void>;
};
