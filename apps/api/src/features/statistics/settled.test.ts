import { statisticsItemSchema } from '@laurel/contracts/records';
import { connect } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BATCH_DELAY_MS, BATCH_MS, LAST_VOTE_MS } from '../../limits.ts';
import { readPublished, readStored } from './store.ts';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '1000' });
const owner = useOwner(api);

const winners = async (): Promise<string[]> =>
  z
    .array(statisticsItemSchema)
    .parse((await api.get('/vote/statistics')).json())
    .flatMap(({ results }) => results.filter(({ percentage }) => percentage > 50).map(({ company }) => company));

// This test fails if totals are final from the end of voting: a batch that is stored late changes the winner.
it('the statistics name no winner while votes from before the end may still be stored', async () => {
  const { deps, clock } = api;
  const { rows } = await owner.query<{ id: number; company: string }>(
    'SELECT id, company FROM nominees WHERE category_id = (SELECT min(id) FROM categories) ORDER BY id LIMIT 2',
  );
  const [first, second] = rows;
  await owner.query('INSERT INTO tallies VALUES ($1, 0, 1)', [first?.id]);
  await expect.poll(winners).toEqual([first?.company]);

  await moveTimes(api, { closes: 'now', announced: 'now' });
  const pushed: number[] = [];
  deps.statistics.listen((items) => pushed.push(items.length));
  const end = deps.phases.times().votingClosesAt?.getTime() ?? 0;
  clock.advance(1_000);
  expect(await winners()).toEqual([]);
  // A batch that was sent before the end.
  clock.advance(2_000);
  await owner.query('INSERT INTO tallies VALUES ($1, 0, 2)', [second?.id]);
  clock.advance(end + LAST_VOTE_MS - 1 - clock.now().getTime());
  expect((await api.get('/vote/statistics')).json()).toEqual([]);
  expect((await api.get('/vote/turnout')).json()).toBeNull();
  expect(pushed).toEqual([]);

  // The commit of a batch may wait for a standby for longer. It holds the lock that all batches share.
  const writer = await connect(api.migrateUrl);
  await writer.query('BEGIN');
  await writer.query('SELECT pg_advisory_xact_lock_shared(5203176)');
  await writer.query('UPDATE tallies SET count = 5 WHERE nominee_id = $1', [first?.id]);
  clock.advance(1);
  expect((await api.get('/vote/statistics')).json()).toEqual([]);
  await writer.query('COMMIT');
  await writer.end();
  await expect.poll(winners).toEqual([first?.company]);
  expect(pushed).toEqual([(await api.get('/vote/statistics')).json().length]);
});

it('stored totals are final only if they were published after the last vote can have been stored', async () => {
  await readPublished(api.deps.pool, { seconds: 0, votes: 1 }, true);
  const { rows } = await owner.query<{ at: Date }>('SELECT min(published_at) AS at FROM published_tallies');
  const published = rows[0]?.at.getTime() ?? 0;
  const ended = (ms: number) => readStored(api.deps.pool, new Date(published - BATCH_DELAY_MS - BATCH_MS + ms));
  expect(await ended(1)).toMatchObject({ final: false });
  expect(await ended(0)).toMatchObject({ final: true });
});
