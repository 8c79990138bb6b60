import { logResultSchema } from '@laurel/contracts/calls/log';
import { useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { votersOf } from '@laurel/support/voters';
import { expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import type { Move } from '../phases/policy.ts';

const api = useTestApi();

const move = async (times: Partial<Move>): Promise<void> => {
  const { moves, phases } = api.deps;
  const by = { actor: 'olena', reason: 'a test' };
  await moves.move({ clear: false, ...times }, by, { moved: phases.moved() }, { alone: true });
  api.clock.advance(1);
};

// This test fails if the newest result is always opened: until the next one, it is that of before voting was opened
// again.
it('a result that votes followed, because voting was opened again, is not opened', async () => {
  const { edition } = api.deps;
  const [nomination] = edition.nominations;
  const [category] = nomination?.categories ?? [];
  const ballot = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
  const voters = await votersOf(api, 2);
  const vote = async (voter: number): Promise<void> => {
    expect((await api.post('/vote', ballot, { token: voters[voter]?.token ?? '' })).statusCode).toBe(201);
  };
  const resultOf = () => api.app.inject({ method: 'GET', url: `/log/${edition.year}/result` });
  const results = async () => (await api.deps.pool.query('SELECT FROM log_results')).rowCount;

  await vote(0);
  await move({ closes: 'now' });
  api.clock.advance(LAST_VOTE_MS);
  await lookAtLog(api);
  expect(await results()).toBe(1);

  await move({ closes: null });
  await vote(1);
  await move({ closes: 'now', announced: 'now' });
  expect((await resultOf()).statusCode).toBe(404);
  api.clock.advance(LAST_VOTE_MS);
  expect((await resultOf()).statusCode).toBe(404);
  await lookAtLog(api);
  expect(await results()).toBe(2);
  await expect.poll(async () => (await resultOf()).statusCode).toBe(200);
  const { text } = logResultSchema.parse((await resultOf()).json());
  expect(text).toMatch(new RegExp(`^${ballot.nomination}/${ballot.niche} ${ballot.vote} 2 0$`, 'm'));
});

it('a result stays opened if voting is opened again and nobody votes', async () => {
  const resultOf = () => api.app.inject({ method: 'GET', url: `/log/${api.deps.edition.year}/result` });
  const { text } = logResultSchema.parse((await resultOf()).json());
  await move({ closes: null, announced: null });
  expect((await resultOf()).statusCode).toBe(404);
  await move({ closes: 'now', announced: 'now' });
  // A vote may still be on its way.
  expect((await resultOf()).statusCode).toBe(404);
  api.clock.advance(LAST_VOTE_MS);
  expect(logResultSchema.parse((await resultOf()).json()).text).toBe(text);
});
