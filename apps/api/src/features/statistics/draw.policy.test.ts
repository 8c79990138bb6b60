import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { drawnOf } from './draw.policy.ts';

const PLACE = { nomination: 'best-partner', niche: 'crypto' };
const drawn = (root: string, tied: string[], place = PLACE) => drawnOf(place, tied, { rule: 'draw', root });
const ROOTS = Array.from({ length: 300 }, (_, index) => createHash('sha256').update(`${index}`).digest('base64'));

it('chooses the smallest hash of the root, the category and the tag, as the documentation says', () => {
  // printf '%s\n' 'CsUG…' best-partner/crypto orbit-crew | sha256sum
  const lot = (company: string) =>
    createHash('sha256').update(`${ROOTS[0]}\nbest-partner/crypto\n${company}\n`).digest('hex');
  const [first] = ['orbit-crew', 'quiet-harbor', 'old-mill'].toSorted((a, b) => lot(a).localeCompare(lot(b)));
  expect(drawn(ROOTS[0] ?? '', ['orbit-crew', 'quiet-harbor', 'old-mill'])).toBe(first);
  expect(drawn(ROOTS[0] ?? '', ['old-mill', 'quiet-harbor', 'orbit-crew'])).toBe(first);
});

it('gives each an equal chance, and each category a draw of its own', () => {
  const counts = Map.groupBy(ROOTS, (root) => drawn(root, ['a', 'b', 'c']));
  for (const company of ['a', 'b', 'c']) expect(counts.get(company)?.length).toBeGreaterThan(70);
  const other = { nomination: 'best-partner', niche: 'dating' };
  expect(ROOTS.some((root) => drawn(root, ['a', 'b']) !== drawn(root, ['a', 'b'], other))).toBe(true);
});

it('draws nothing among fewer than two, or without a root', () => {
  expect([drawn('root', []), drawn('root', ['a'])]).toEqual([undefined, undefined]);
  for (const rule of ['joint', 'waits', 'noLog'] as const) expect(drawnOf(PLACE, ['a', 'b'], { rule })).toBeUndefined();
});
