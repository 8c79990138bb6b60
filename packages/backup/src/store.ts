import type { Readable } from 'node:stream';

export type StoredObject = { key: string; size: number; modifiedAt: Date };

/** Where backups are kept: objects under keys such as `a/b/c`. */
export type Store = {
  /** Where it is, for people. */
  readonly place: string;
  /** Keeps an object, whole or not at all, in place of one with the same key. @returns its size in octets */
  put(key: string, body: Readable): Promise<number>;
  /** An object's content; undefined where there is none. */
  get(key: string): Promise<Readable | undefined>;
  /** The objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes objects; one that is not there is no failure. */
  remove(keys: readonly string[]): Promise<void>;
};
