import type { StatisticsItem } from '@laurel/contracts/records';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TieBreak } from './port.ts';
import { createStatistics } from './service.ts';

const category = (niche: string, first: number) => ({
  nomination: 'best-partner',
  niche,
  companies: [
    { id: first, tag: 'first' },
    { id: first + 1, tag: 'second' },
  ],
});
let announced = false;
let tieBreak: TieBreak = { rule: 'waits' };
const statistics = createStatistics({
  categories: [category('tied', 1), category('clear', 11)],
  readPublished: async () => ({ at: new Date(1_250), totals: new Map([1, 2, 11].map((id) => [id, 1])) }),
  readStored: () => Promise.reject(new Error('nothing is stored')),
  readTieBreak: async () => tieBreak,
  readRevealed: async () => undefined,
  visible: () => true,
  ended: () => new Date(500),
  announced: () => announced,
  now: () => new Date(),
  onError: () => undefined,
});
const shown = async (): Promise<StatisticsItem[]> => JSON.parse((await statistics.current()).body.toString());

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => {
  statistics.close();
  vi.useRealTimers();
});

// This test fails without the look at `waits` in `mayDecide`: both nominees win until the draw is known.
it('a tie is left out between the announcement and its draw, and no other category', async () => {
  expect((await shown()).map(({ niche, drawn }) => [niche, drawn])).toEqual([
    ['tied', undefined],
    ['clear', undefined],
  ]);
  announced = true;
  expect((await shown()).map(({ niche }) => niche)).toEqual(['clear']);
  tieBreak = { rule: 'draw', root: 'root' };
  await vi.advanceTimersByTimeAsync(750);
  expect((await shown()).map(({ drawn }) => drawn)).toEqual([expect.stringMatching(/^(first|second)$/), undefined]);
});
