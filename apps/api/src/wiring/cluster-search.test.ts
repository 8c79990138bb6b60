import { useOwner, useTestApi } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import { newVoter, voteAs } from '@laurel/support/voters';
import { expect, it } from 'vitest';
import { startClusterSearch } from './cluster-search.ts';

const api = useTestApi();
const owner = useOwner(api);

it('a search runs in a process of its own while it is due, and again only after a new vote; after each it is asked whom to tell', async () => {
  const searches = async (): Promise<Date[]> =>
    (await owner.query<{ at: Date }>('SELECT at FROM cluster_searches')).rows.map(({ at }) => at);
  await voteAs(api, [await newVoter(api)]);
  let isDue = false;
  let asked = 0;
  let told = 0;
  const times = ['2026-11-01T10:00:00.000Z', '2099-11-01T10:00:00.000Z', '2099-11-01T10:01:00.000Z'];
  const now = () => new Date(times[Math.min(asked++, times.length - 1)] ?? '');
  const search = startClusterSearch({
    url: api.consoleUrl,
    isDue: () => isDue,
    now,
    everyMs: 50,
    onSearched: () => (told += 1),
  });
  try {
    expect([await searches(), told]).toEqual([[], 0]);
    isDue = true;
    // The first search is of a time before the vote, so the second one runs; after it nothing is new.
    await until('the second search', async () => (await searches())[0]?.toISOString() === times[1]);
    // Also after one that found nothing new.
    await until('a third look', () => asked > 3 && told >= 3);
    expect((await searches()).map((at) => at.toISOString())).toEqual([times[1]]);
  } finally {
    search.close();
  }
});
