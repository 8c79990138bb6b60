import type { StatisticsItem } from '@laurel/contracts/records';
import { describe, expect, it } from 'vitest';
import { category, nomination } from '../../testing/edition.ts';
import { outcomesOf } from './outcome.ts';
import { clearestFirst, pickedOf } from './wins.ts';

const share = (company: string, percentage: number) => ({ company, percentage });
const item = (niche: string, ...results: StatisticsItem['results']): StatisticsItem => ({
  nomination: 'award',
  niche,
  results,
});

describe('several categories', () => {
  const award = nomination(
    'award',
    category('one', 'ada', 'bell', 'clio'),
    category('two', 'ada', 'bell'),
    category('three', 'ada'),
  );
  const statistics = [
    item('one', share('ada', 40), share('bell', 35), share('clio', 25)),
    item('two', share('ada', 20), share('bell', 80)),
    item('three', share('ada', 0)),
  ];
  const vote = (niche: string, company: string) => ({ nomination: 'award', niche, vote: company });

  it('are led by the clearest win; joint winners lead by nothing', () => {
    const order = (...items: StatisticsItem[]) =>
      clearestFirst(outcomesOf(award, items)).map(({ category: { tag } }) => tag);
    expect(order(...statistics)).toEqual(['two', 'one', 'three']);
    expect(order(item('two', share('ada', 50), share('bell', 50)), ...statistics)).toEqual(['one', 'two', 'three']);
    expect(order()).toEqual(['one', 'two', 'three']);
  });

  it('count the visitor’s votes for winners and for second places, of those in categories with a winner', () => {
    const picked = (...votes: ReturnType<typeof vote>[]) => pickedOf(outcomesOf(award, statistics, votes));
    expect(picked()).toEqual({ of: 0, won: 0, second: 0 });
    expect(picked(vote('one', 'ada'), vote('two', 'ada'), vote('three', 'ada'))).toEqual({ of: 2, won: 1, second: 1 });
    expect(picked(vote('one', 'clio'))).toEqual({ of: 1, won: 0, second: 0 });
  });
});
