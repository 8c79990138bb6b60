import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from '@laurel/support/repository-copy';
import type { Removal } from './attacks.ts';

/** A copy of the repository in which guards can be removed. */
export type Copy = {
  root: string;
  /** Removes guards, runs `work` and restores the guards, also if it fails. */
  without<T>(removals: readonly Removal[], work: () => Promise<T>): Promise<T>;
  deleteCopy(): void;
};

/** The text of a file without its guard. @throws Error if the file does not have the guard's text exactly once */
export const removed = (text: string, { file, find, put }: Removal): string => {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} has this text ${after === undefined ? 'nowhere' : 'more than once'}: ${find}`);
  }
  return `${before}${put}${after}`;
};

/** Copies the repository with its uncommitted changes into a temporary folder. */
export const copyForRemovals = (root: string): Copy => {
  const to = copyRepository(root);
  return {
    root: to,
    without: async (removals, work) => {
      const before = new Map(removals.map(({ file }) => [file, readFileSync(join(to, file), 'utf8')]));
      try {
        for (const removal of removals) {
          const place = join(to, removal.file);
          writeFileSync(place, removed(readFileSync(place, 'utf8'), removal));
        }
        return await work();
      } finally {
        for (const [file, text] of before) writeFileSync(join(to, file), text);
      }
    },
    deleteCopy: () => rmSync(to, { recursive: true, force: true }),
  };
};
