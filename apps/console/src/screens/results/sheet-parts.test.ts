import { expect, it } from 'vitest';
import { resultsOf } from '../../testing/night.ts';
import { awardName, byNomination, runnersUpOf } from './sheet-parts.ts';

const { categories } = resultsOf();
const [category] = categories;
const [nominee] = category?.nominees ?? [];
const placed = (ranks: readonly (number | null)[]) => {
  if (!category || !nominee) throw new Error('the test data has no nominee');
  return runnersUpOf({ ...category, nominees: ranks.map((rank) => ({ ...nominee, rank })) });
};

it.each([
  [[1, 1, 3, 4, null], [3, 4], 0],
  [[1, 2, 3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6], 2],
  [[1, 2, 3, 4, 5, 6, 6, 8], [2, 3, 4, 5, 6, 6], 1],
])('of the places %j shows %j behind the winners, and counts the others', (ranks, shown, more) => {
  const found = placed(ranks);
  expect(found.shown.map(({ rank }) => rank)).toEqual(shown);
  expect(found.more).toBe(more);
});

it('keeps the categories of a nomination together, leaves out removed ones, and names the year once', () => {
  const removed = categories.map((each) => ({
    ...each,
    nomination: 'removed',
    nominees: (each.nominees ?? []).map((own) => ({ ...own, withdrawn: true })),
  }));
  expect(byNomination([...categories, ...categories, ...removed]).map(([tag, own]) => [tag, own.length])).toEqual([
    ['best-partner', 2],
    ['best-podcast', 2],
  ]);
  expect([awardName('Meridian', 2026), awardName('Meridian 2026', 2026)]).toEqual(['Meridian 2026', 'Meridian 2026']);
});
