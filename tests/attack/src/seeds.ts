import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './root.ts';

const text = z.string().min(1);
/** A bug: a text that occurs once in a file, the text in its place, and the test files of which one must notice. */
const seed = z.strictObject({ file: text, find: text, put: z.string(), tests: z.array(text).min(1) });
export type Seed = z.output<typeof seed>;

/** The bugs of seeded.json. */
export const seeds: readonly Seed[] = z
  .array(seed)
  .parse(JSON.parse(readFileSync(join(root, 'tests/attack/seeded.json'), 'utf8')));

/** The text of a file with a bug. @throws Error if the file does not have the old text exactly once */
export const planted = (before: string, { file, find, put }: Seed): string => {
  const [head, tail, ...more] = before.split(find);
  if (head === undefined || tail === undefined || more.length > 0) {
    throw new Error(`${file} has this text ${tail === undefined ? 'nowhere' : 'more than once'}: ${find}`);
  }
  return `${head}${put}${tail}`;
};
