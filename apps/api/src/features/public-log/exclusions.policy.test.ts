import { type ExclusionLeaf, placesCommitment } from '@laurel/contracts/public-log/leaves';
import { sha256 } from '@laurel/tlog/node';
import { expect, it } from 'vitest';
import { contradictionOf, type Held } from './exclusions.policy.ts';

const salt = new Uint8Array(16).fill(3);
const held: Held = { isApplied: true, isUndone: false, salt, places: [2, 5], waiting: 0 };
const leaf: ExclusionLeaf = {
  type: 'exclusion',
  year: 2026,
  number: 4,
  state: 'applied',
  categories: [],
  reason: {},
  places: placesCommitment(sha256, salt, [2, 5]),
};

const OTHER = 'leaf 9 says that exclusion 4 was applied, for other votes than the database has for it now';

it.each<[string, Partial<ExclusionLeaf>, Partial<Held> | undefined, string | undefined]>([
  ['nothing else', {}, {}, undefined],
  ['another place', {}, { places: [2, 6] }, OTHER],
  ['one place more', {}, { places: [2, 5, 6] }, OTHER],
  ['a vote more that is not in the log', {}, { waiting: 1 }, OTHER],
  ['another salt', {}, { salt: new Uint8Array(16) }, OTHER],
  ['other votes, if its leaf does not say which', { places: null }, { places: [1] }, undefined],
  ['no exclusion', {}, undefined, 'leaf 9 says that exclusion 4 was applied, and the database does not'],
  [
    'that it is not applied',
    {},
    { isApplied: false },
    'leaf 9 says that exclusion 4 was applied, and the database does not',
  ],
  [
    'that it is not undone',
    { state: 'undone' },
    {},
    'leaf 9 says that exclusion 4 was undone, and the database does not',
  ],
])('the database contradicts a leaf of an exclusion if it has %s', (_what, changedLeaf, changed, contradiction) => {
  const now = changed && { ...held, ...changed };
  expect(contradictionOf(sha256, { ...leaf, ...changedLeaf }, 9, now)).toBe(contradiction);
});
