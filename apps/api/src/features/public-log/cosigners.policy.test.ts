import { expect, it } from 'vitest';
import { rulesOf, witnessesOf } from './cosigners.policy.ts';

const edition = (voted: boolean, quorum: number, ...names: string[]) => ({
  voted,
  json: JSON.stringify({ log: { witnesses: names.map((key) => ({ key, url: `https://${key}/${quorum}` })), quorum } }),
});

// This test fails if the newest edition alone counts: it may name fewer witnesses than the one under which people voted.
it('the witnesses of each edition under which people voted must cosign, and those of the newest', () => {
  const rules = rulesOf([edition(true, 2, 'a', 'b'), edition(false, 1, 'c'), edition(true, 1, 'b'), edition(false, 0)]);
  expect(rules.map(({ quorum }) => quorum)).toEqual([0, 1, 2]);
  expect(witnessesOf(rules)).toEqual([
    { key: 'b', url: 'https://b/1' },
    { key: 'a', url: 'https://a/2' },
  ]);
  expect(rulesOf([])).toEqual([]);
});
