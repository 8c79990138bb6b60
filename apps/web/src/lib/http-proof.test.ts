import { castVote } from '@laurel/contracts/calls/vote';
import { PROOF_HEADER } from '@laurel/contracts/proof';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../testing/failures.ts';
import { stubApi } from '../testing/fake-api.ts';
import { callQuietly } from './http.ts';
import { proofFor } from './proof.ts';

// The real proof needs the browser's workers.
vi.mock('./proof.ts', () => ({ proofFor: vi.fn() }));

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const CAST = { status: 201, body: { success: true, data: VOTE } };
const challenged = (challenge: string) => refusal('proof.needed', { data: { challenge } });

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

describe('a call that needs a proof of work', () => {
  it('is repeated with a proof for the latest challenge', async () => {
    const answers = [challenged('first'), challenged('second'), CAST];
    const api = stubApi({ 'POST /vote': () => answers.shift() ?? CAST });
    expect(await callQuietly(castVote, { body: VOTE })).toEqual(CAST.body);
    const tries = api.requests.filter(({ path }) => path === '/vote');
    // Each proof solves the previous response's challenge.
    expect(tries.map(({ headers }) => headers.get(PROOF_HEADER))).toEqual([null, 'first solved', 'second solved']);
    expect(tries.map(({ body }) => body)).toEqual([VOTE, VOTE, VOTE]);
  });

  it('fails with the original error after three proofs', async () => {
    const api = stubApi({ 'POST /vote': challenged('again') });
    await expect(callQuietly(castVote, { body: VOTE })).rejects.toMatchObject({ code: 'proof.needed' });
    expect([proofs, api.times('/vote')]).toEqual([3, 4]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no workers'))],
    ['takes too long', () => Promise.resolve(undefined)],
  ])('fails with the original error when the proof %s', async (_, prove) => {
    vi.mocked(proofFor).mockImplementation(prove);
    const api = stubApi({ 'POST /vote': challenged('first') });
    await expect(callQuietly(castVote, { body: VOTE })).rejects.toMatchObject({ code: 'proof.needed' });
    expect(api.times('/vote')).toBe(1);
  });

  it('makes no proof for another error', async () => {
    stubApi({ 'POST /vote': refusal('limit.exceeded') });
    await expect(callQuietly(castVote, { body: VOTE })).rejects.toMatchObject({ code: 'limit.exceeded' });
    expect(proofs).toBe(0);
  });
});
