import { publicEditionSchema } from '@laurel/contracts/public-edition';
import type { Queryable } from '@laurel/database/queryable';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Finished, finish } from '../../http/common-answer.ts';
import { type ArchivedAnswer, readArchived, readArchivedPaths } from './store.ts';

/** How many bytes of answers stay in memory. */
const CACHE_BYTES = 8_000_000;

export type Archive = {
  /** Whether the edition of a year is archived. */
  has(year: number): boolean;
  /** The stored answer of an archived edition at a path, or undefined. */
  answer(year: number, path: string): Promise<ArchivedAnswer | undefined>;
  /** The same as the answer of a call. */
  call(year: number, path: string): Promise<Finished | undefined>;
  /** An image of any archived edition by its path, or undefined. */
  image(path: string): Promise<ArchivedAnswer | undefined>;
  /** The newest archived year that has a nomination, or undefined. */
  yearOf(nomination: string): Promise<number | undefined>;
};

/**
 * Serves what was stored when editions were archived. The paths are read once, because a process starts again after a switch: a
 * request for another path reads nothing.
 */
export const openArchive = async (db: Queryable): Promise<Archive> => {
  const paths = new Map<number, Set<string>>();
  for (const { year, path } of await readArchivedPaths(db)) paths.set(year, (paths.get(year) ?? new Set()).add(path));
  const known = new LRUCache<string, ArchivedAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  const find = async (year: number, path: string): Promise<ArchivedAnswer | undefined> => {
    if (!paths.get(year)?.has(path)) return undefined;
    const key = `${year} ${path}`;
    const found = known.get(key) ?? (await readArchived(db, year, path));
    if (found) known.set(key, found);
    return found;
  };
  const finished = new WeakMap<ArchivedAnswer, Finished>();
  let nominations: Promise<Map<string, number>> | undefined;
  const readNominations = async (): Promise<Map<string, number>> => {
    const years = new Map<string, number>();
    for (const year of paths.keys()) {
      const stored = await find(year, '/api/edition');
      const { data } = z.object({ data: publicEditionSchema }).parse(JSON.parse(stored?.body.toString() ?? '{}'));
      for (const { tag } of data.nominations) if (!years.has(tag)) years.set(tag, year);
    }
    return years;
  };
  return {
    has: (year) => paths.has(year),
    answer: find,
    call: async (year, path) => {
      const stored = await find(year, path);
      if (!stored) return undefined;
      const made = finished.get(stored) ?? finish(stored.body.toString());
      finished.set(stored, made);
      return made;
    },
    image: async (path) => {
      const year = [...paths.keys()].find((each) => paths.get(each)?.has(path));
      return year === undefined ? undefined : find(year, path);
    },
    yearOf: async (nomination) => {
      nominations ??= readNominations().catch((error: unknown) => {
        nominations = undefined;
        throw error;
      });
      return (await nominations).get(nomination);
    },
  };
};
