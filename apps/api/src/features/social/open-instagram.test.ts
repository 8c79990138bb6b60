import { useTestApi } from '@laurel/support/hooks';
import { newcomer, newTag, submission, submitTag } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const DAY_MS = 24 * 60 * 60_000;

const api = useTestApi();
const OLENA = { actor: 'olena', reason: null };

const metadataFor = async ({ token }: Voter): Promise<unknown> =>
  (await api.get('/users/info', { token })).json().metadata;
const decide = (eventId: string, approved: boolean): Promise<string> =>
  api.deps.reviews.decide({ eventId, approved, organiser: OLENA, now: api.clock.now(), atOnce: true });

describe('GET /users/info', () => {
  it('SO-01 returns the code of an open Instagram verification to its own user, without the event id', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    expect(await metadataFor(ada)).toBeUndefined();
    const { identifier, proofCode } = await submission(api, ada);
    const answer = await api.get('/users/info', { token: ada.token });
    expect(answer.json().metadata).toEqual({ openInstagram: { verificationStatus: 'IN_PROGRESS', proofCode } });
    expect(answer.body).not.toContain(identifier);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await metadataFor(eve)).toBeUndefined();
  });

  it('SO-01 returns the newest code', async () => {
    const ada = await newcomer(api);
    await submission(api, ada);
    api.clock.advance(1_000);
    const { proofCode } = await submission(api, ada);
    expect(await metadataFor(ada)).toEqual({ openInstagram: { verificationStatus: 'IN_PROGRESS', proofCode } });
  });

  it.each([true, false])('SO-01 returns no code after the decision (approved: %s)', async (approved) => {
    const ada = await newcomer(api);
    await decide((await submission(api, ada)).identifier, approved);
    expect(await metadataFor(ada)).toBeUndefined();
  });

  it('SO-01 returns no code after the request has expired', async () => {
    const ada = await newcomer(api);
    await submission(api, ada);
    api.clock.advance(DAY_MS - 1);
    expect(await metadataFor(ada)).toBeDefined();
    api.clock.advance(1);
    expect(await metadataFor(ada)).toBeUndefined();
  });
});

describe('a verification with INSTAGRAM_PROOF=none', () => {
  const plain = useTestApi({ INSTAGRAM_PROOF: 'none' });
  it('SO-01 has a status and no code, for its person and for the organisers', async () => {
    const ada = await newcomer(plain);
    const submitted = await submitTag(plain, ada, newTag());
    expect(submitted.json()).toEqual({ success: true, data: { identifier: expect.any(String) } });
    const { reviews } = plain.deps;
    const pending = await reviews.pending({ after: null, limit: 100, now: plain.clock.now() });
    expect(pending).toMatchObject([{ proofCode: null }]);
    const answer = await plain.get('/users/info', { token: ada.token });
    expect(answer.json().metadata).toEqual({ openInstagram: { verificationStatus: 'IN_PROGRESS' } });
  });
});
