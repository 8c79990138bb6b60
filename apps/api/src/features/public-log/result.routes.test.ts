import { logResultSchema } from '@laurel/contracts/calls/log';
import { resultCommitment } from '@laurel/contracts/public-log/result';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { lookAtLog, readServedLog } from '@laurel/support/public-log';
import { firstBallot, newVoter, voteAs } from '@laurel/support/voters';
import { sha256 } from '@laurel/tlog/node';
import { expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import type { Move } from '../phases/policy.ts';

const api = useTestApi();
const owner = useOwner(api);

const move = async (times: Partial<Move>): Promise<void> => {
  await moveTimes(api, times);
  api.clock.advance(1);
};
const vote = async (): Promise<void> => voteAs(api, [await newVoter(api)]);
const resultOf = () => api.app.inject(`/log/${api.deps.edition.year}/result`);
const readResult = async () => logResultSchema.parse((await resultOf()).json());
const typesInLog = async () => (await readServedLog(api)).leaves.map(({ type }) => type);
it('after voting, the log has every vote and a commitment to the result, which is not served yet', async () => {
  await vote();
  await lookAtLog(api);
  await move({ closes: 'now' });
  api.clock.advance(LAST_VOTE_MS);
  await lookAtLog(api);
  expect(await typesInLog()).toEqual(['edition', 'phase', 'phase', 'vote', 'result']);
  expect((await resultOf()).statusCode).toBe(404);
});

// This test fails if the newest result is always opened: until the next one, it is that of before voting was opened
// again.
it('a result that votes followed, because voting was opened again, is not opened, but the next one', async () => {
  await move({ closes: null });
  await vote();
  await move({ closes: 'now', announced: 'now' });
  expect((await resultOf()).statusCode).toBe(404);
  api.clock.advance(LAST_VOTE_MS);
  expect((await resultOf()).statusCode).toBe(404);
  await lookAtLog(api);
  await expect.poll(async () => (await resultOf()).statusCode).toBe(200);
  const { index, nonce, text } = await readResult();
  const { nomination, niche, vote: company } = firstBallot(api);
  expect(text).toMatch(new RegExp(`^${nomination}/${niche} ${company} 2 0$`, 'm'));
  expect((await typesInLog()).slice(5)).toEqual(['phase', 'vote', 'result', 'report']);
  const leaf = (await readServedLog(api)).leaves[index];
  expect(leaf?.type === 'result' && Buffer.from(leaf.commitment)).toEqual(
    Buffer.from(resultCommitment(sha256, Buffer.from(nonce, 'base64'), text)),
  );
});

it('a result stays opened if voting is opened again and nobody votes', async () => {
  const { text } = await readResult();
  await move({ closes: null, announced: null });
  expect((await resultOf()).statusCode).toBe(404);
  await move({ closes: 'now', announced: 'now' });
  // A vote may still be on its way.
  expect((await resultOf()).statusCode).toBe(404);
  api.clock.advance(LAST_VOTE_MS);
  expect((await readResult()).text).toBe(text);
});

// This test fails without the refresh in the sequencer: the old times follow the new ones in the log.
it('the log has each move of the times once, also by a process that did not know it yet', async () => {
  await move({ closes: null, announced: null });
  await lookAtLog(api);
  const { size } = await readServedLog(api);
  const at = new Date(api.clock.now().getTime() + 3_600_000);
  await move({ closes: at });
  await lookAtLog(api);
  // As if another process moved the times back: this one does not know it yet.
  await owner.query('DELETE FROM phase_times');
  await lookAtLog(api);
  await lookAtLog(api);
  const moves = (await readServedLog(api)).leaves.slice(size);
  expect(moves.map((leaf) => leaf.type === 'phase' && leaf.votingClosesAt)).toEqual([at, null]);
});
