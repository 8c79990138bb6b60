// @vitest-environment happy-dom
import type { StatisticsItem } from '@laurel/contracts/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { category, editionWith, nomination } from '../testing/edition.ts';
import { inPage } from '../testing/page.tsx';
import { act, render } from '../testing/render.tsx';
import { PrintResults } from './print-results.tsx';

const EDITION = editionWith({
  phase: 'announced',
  nominations: [nomination('Voice', category('All', 'ada', 'bell', 'clio'))],
});
const totals = (...percentages: number[]): StatisticsItem[] => [
  {
    nomination: 'voice',
    niche: 'all',
    results: ['ada', 'bell', 'clio'].map((tag, place) => ({ company: tag, percentage: percentages[place] ?? 0 })),
  },
];

let shown: Awaited<ReturnType<typeof render>>;
const print = async (statistics: readonly StatisticsItem[]) => {
  shown = await render(inPage(<PrintResults inlined={statistics} />, { edition: EDITION }));
  expect(shown.container.textContent).toBe('');
  await act(() => window.dispatchEvent(new Event('beforeprint')));
};
const rows = () =>
  [...shown.container.querySelectorAll('table')].map((table) =>
    [...table.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent)),
  );

beforeEach(() => startI18n('en'));
afterEach(() => shown.close());

describe('the printed page', () => {
  it('has the winner first', async () => {
    await print(totals(20, 70, 10));
    expect(rows()).toEqual([
      [['Voice', 'bell', '70.00%']],
      [
        ['bell', 'Winner', '70.00%'],
        ['ada', '', '20.00%'],
        ['clio', '', '10.00%'],
      ],
    ]);
  });

  it('names joint winners as such', async () => {
    await print(totals(40, 40, 20));
    expect(rows()[0]).toEqual([['Voice', 'Joint winners: ada, bell', '40.00%']]);
  });

  it('names no winner if the results contain a nominee that the page does not know', async () => {
    const results = [
      { company: 'ada', percentage: 40 },
      { company: 'stranger', percentage: 60 },
    ];
    await print([{ nomination: 'voice', niche: 'all', results }]);
    expect(rows()).toEqual([
      [['Voice', 'A nominee was added after you opened this page. Reload the page to see the result.', '']],
      [
        ['ada', '', '40.00%'],
        ['bell', '', '0.00%'],
        ['clio', '', '0.00%'],
      ],
    ]);
  });

  it('has no list of winners if nobody voted', async () => {
    await print(totals(0, 0, 0));
    expect([...shown.container.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['Voice']);
    expect(rows()).toHaveLength(1);
  });

  it('does not treat unknown totals as zeros', async () => {
    await print([]);
    expect(rows()).toEqual([
      [
        ['ada', '', ''],
        ['bell', '', ''],
        ['clio', '', ''],
      ],
    ]);
  });
});
