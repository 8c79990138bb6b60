import { castVote } from '@laurel/contracts/calls/vote';
import { PROOF_HEADER } from '@laurel/contracts/proof';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusalBody } from '../testing/failures.ts';
import { stubApi } from '../testing/fake-api.ts';
import { callQuietly } from './http.ts';
import { proofFor } from './proof.ts';

// The work itself is done by a worker of the browser.
vi.mock('./proof.ts', () => ({ proofFor: vi.fn() }));

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const CAST = { status: 201, body: { success: true, data: VOTE } };
const asked = (challenge: string) => ({
  status: 428,
  body: refusalBody('proof.needed', { data: { challenge } }),
});

let proofs: number;
beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  proofs = 0;
  vi.mocked(proofFor).mockReset();
  vi.mocked(proofFor).mockImplementation(async ({ details }) => {
    proofs += 1;
    return { name: PROOF_HEADER, value: `${details.data?.challenge} solved` };
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a call that is asked for a proof of work', () => {
  it('is made again with it, and no further than that', async () => {
    const answers = [asked('first'), asked('second'), CAST];
    const api = stubApi({ 'POST /vote': () => answers.shift() ?? CAST });
    expect(await callQuietly(castVote, { body: VOTE })).toEqual(CAST.body);
    const tries = api.asked.filter(({ path }) => path === '/vote');
    // Each proof answers the challenge before it.
    expect(tries.map(({ headers }) => headers.get(PROOF_HEADER))).toEqual([null, 'first solved', 'second solved']);
    expect(tries.map(({ body }) => body)).toEqual([VOTE, VOTE, VOTE]);
  });

  it('is given up after three proofs, and told as it is', async () => {
    const api = stubApi({ 'POST /vote': asked('again') });
    await expect(callQuietly(castVote, { body: VOTE })).rejects.toMatchObject({ code: 'proof.needed' });
    expect([proofs, api.times('/vote')]).toEqual([3, 4]);
  });

  it.each([
    ['can’t be made', () => Promise.reject(new Error('no workers'))],
    ['takes too long', () => Promise.resolve(undefined)],
  ])('is told as it is where the proof %s', async (_, made) => {
    vi.mocked(proofFor).mockImplementation(made);
    const api = stubApi({ 'POST /vote': asked('first') });
    await expect(callQuietly(castVote, { body: VOTE })).rejects.toMatchObject({ code: 'proof.needed' });
    expect(api.times('/vote')).toBe(1);
  });

  it('is not made for another refusal', async () => {
    stubApi({ 'POST /vote': { status: 429, body: refusalBody('limit.exceeded') } });
    await expect(callQuietly(castVote, { body: VOTE })).rejects.toMatchObject({ code: 'limit.exceeded' });
    expect(proofs).toBe(0);
  });
});
