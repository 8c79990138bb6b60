import { expect, it } from 'vitest';
import { createStatistics } from './service.ts';

it('publishes every vote of the result, however coarse it was while people voted', async () => {
  const totals = new Map([[1, 1]]);
  let closed = false;
  const statistics = createStatistics({
    categories: [
      {
        nomination: 'donat',
        niche: 'no-category',
        companies: [
          { id: 1, tag: 'first' },
          { id: 2, tag: 'second' },
        ],
      },
    ],
    readTotals: async () => totals,
    visible: () => true,
    final: () => closed,
    publishEvery: { seconds: 3_600, votes: 100 },
    now: () => new Date(),
    trouble: (error) => {
      throw error;
    },
  });
  const shares = async () => {
    const [item] = JSON.parse((await statistics.current()).body.toString());
    return item.results.map((result: { percentage: number }) => result.percentage);
  };
  const readAgain = () => new Promise((resolve) => setTimeout(resolve, 1_050));

  expect(await shares()).toEqual([100, 0]);
  totals.set(2, 1);
  await readAgain();
  expect(await shares()).toEqual([100, 0]);
  closed = true;
  await readAgain();
  expect(await shares()).toEqual([50, 50]);
  statistics.close();
});
