import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planted, type Seed, seeds } from '../tests/attack/src/seeds.ts';

const root = join(import.meta.dirname, '..');

/** Why a bug can't be planted; undefined if it can. */
const problemOf = (seed: Seed): string | undefined => {
  const missing = [seed.file, ...seed.tests].find((file) => !existsSync(join(root, file)));
  if (missing !== undefined) return `there is no ${missing}`;
  try {
    const before = readFileSync(join(root, seed.file), 'utf8');
    return planted(before, seed) === before ? `${seed.file}: the new text is the old one` : undefined;
  } catch (error) {
    return String(error);
  }
};

it('every bug of tests/attack/seeded.json can be planted, and its tests exist', () => {
  expect(seeds.length).toBeGreaterThanOrEqual(60);
  expect(seeds.flatMap((seed) => problemOf(seed) ?? [])).toEqual([]);
});

it.each([
  ['nowhere', 'no such text'],
  ['more than once', 'import'],
])('a bug whose old text is in its file %s is reported', (where, find) => {
  const seed = { file: 'scripts/seeded.test.ts', find: `${find}${' '}`, put: '', tests: ['scripts/seeded.test.ts'] };
  expect(problemOf(seed)).toContain(`has this text ${where}`);
});
