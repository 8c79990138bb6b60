import { statisticsItemSchema } from '@laurel/contracts/records';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readPublished, readStored } from './store.ts';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '1000' });
const owner = useOwner(api);
const nominee = { nomination: 'best-partner', company: 'kite-and-rook', phase: 'announced' };

// This test fails without the check that the totals are final: no votes and no winner, cached for a day.
it('the page and its cards name no winners while the last publication waits, until the totals are final', async () => {
  const { deps, clock } = api;
  const [first] = await deps.db.nominee.findMany({ where: { company: nominee.company }, orderBy: { id: 'asc' } });
  await owner.query('INSERT INTO tallies VALUES ($1, 0, 3)', [first?.id]);
  const { rows } = await owner.query<{ id: number }>('SELECT id FROM categories ORDER BY id LIMIT 1');
  await readPublished(deps.pool, { seconds: 0, votes: 1 }, false);

  await moveTimes(api, { closes: 'now', announced: 'now' });
  clock.advance(20_000);
  await owner.query('BEGIN');
  await owner.query('SELECT pg_advisory_xact_lock(5203178)');
  expect((await api.get('/vote/statistics')).json()).toEqual([]);
  expect((await api.get('/vote/turnout')).json()).toBeNull();
  expect((await deps.pageData()).shared()).toMatchObject({ statistics: [], turnout: null });
  expect(await deps.share.picture('card.png', nominee)).toMatchObject({ maxAgeSeconds: 300 });
  await owner.query('ROLLBACK');

  const shares = async () => z.array(statisticsItemSchema).parse((await api.get('/vote/statistics')).json());
  await expect.poll(shares).not.toEqual([]);
  expect(
    (await shares()).flatMap(({ results }) => results.filter(({ percentage }) => percentage === 100)),
  ).toHaveLength(1);
  expect(await deps.share.picture('card.png', nominee)).toMatchObject({ maxAgeSeconds: 86_400 });

  // The first end is later than the publication, as if voting was opened again since.
  const published = new Date((await owner.query('SELECT max(published_at) AS at FROM published_tallies')).rows[0]?.at);
  expect(await readStored(deps.pool, new Date(published.getTime() + 1))).toMatchObject({ final: false });
  expect(await readStored(deps.pool, new Date(published.getTime() - 60_000))).toMatchObject({ final: true });
  // A category of a later edition has no published totals yet.
  expect(await readStored(deps.pool)).toMatchObject({ final: true });
  await owner.query('DELETE FROM published_tallies WHERE category_id = $1', [rows[0]?.id]);
  expect(await readStored(deps.pool)).toMatchObject({ final: false });
});
