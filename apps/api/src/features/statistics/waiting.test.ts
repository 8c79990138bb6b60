import { statisticsItemSchema } from '@laurel/contracts/records';
import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readPublished, readStored } from './store.ts';

const api = useTestApi();
const owner = useOwner(api);

// This test fails if requests wait for the publication: no answer comes.
it('a process that starts while a publication waits shows what was published before', async () => {
  const [nominee] = await api.deps.db.nominee.findMany({ orderBy: { id: 'asc' }, take: 1 });
  expect(await readStored(api.deps.pool)).toMatchObject({ totals: new Map(), final: false });
  await owner.query('INSERT INTO tallies VALUES ($1, 0, 3)', [nominee?.id]);
  await readPublished(api.deps.pool, { seconds: 0, votes: 1 }, true);
  expect(await readStored(api.deps.pool)).toMatchObject({ totals: new Map([[nominee?.id, 3]]), final: true });
  // A publication holds this lock while its commit waits for a standby.
  await owner.query('BEGIN');
  await owner.query('SELECT pg_advisory_xact_lock(5203178)');
  const asking = Promise.resolve(api.get('/vote/statistics'));
  await expect.poll(() => countWaiting(api.deps.pool)).toBeGreaterThan(0);
  const answer = await until('an answer while the publication waits', () => Promise.race([asking, undefined]));
  expect(answer.statusCode).toBe(200);
  const shares = z.array(statisticsItemSchema).parse(answer.json());
  expect(shares.flatMap(({ results }) => results.filter(({ percentage }) => percentage === 100))).toHaveLength(1);
  // The data of the rendered page, GET /.
  expect((await api.deps.pageData()).shared().statistics).toEqual(answer.json());
  await owner.query('ROLLBACK');
});
