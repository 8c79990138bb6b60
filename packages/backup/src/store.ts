import type { Readable } from 'node:stream';

export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** Stores backups as objects under keys such as `a/b/c`. */
export type Store = {
  /** Its location, for messages. */
  readonly place: string;
  /**
   * Stores an object atomically, and replaces one with the same key.
   * @param leaveFree bytes that must stay free on the store's disk, where it has one: else nothing is stored
   * @returns its size in bytes
   */
  put(key: string, body: Readable, leaveFree?: number): Promise<number>;
  /** Reads an object; undefined if there is none. */
  get(key: string): Promise<Readable | undefined>;
  /** Lists the objects whose keys start with `prefix`, sorted by key. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes objects. Missing ones are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes what killed processes had not finished before a time. `list` does not show it. */
  removeUnfinished(before: Date): Promise<void>;
};
