import { useTestApi } from '@laurel/support/hooks';
import { openSession, refusalOf } from '@laurel/support/people';
import { isVerified, logOf, mailsToVoter, newcomer, newTag, submission, submitTag } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const DAY_MS = 24 * 60 * 60_000;
const TYPE = 'INSTAGRAM_SUBSCRIPTION';
const TAG_USED = { status: 409, code: 'social.tag_used', errors: ['TAG_USED'] };

const api = useTestApi();

const OLENA = { actor: 'olena', reason: null };
const requests = (voter: Voter): Promise<number> =>
  api.deps.db.socialRequest.count({ where: { accountId: voter.accountId } });
const decide = (eventId: string, approved: boolean): Promise<string> =>
  api.deps.reviews.decide({ eventId, approved, organiser: OLENA, now: api.clock.now(), atOnce: true });
const metadataFor = async ({ token }: Voter): Promise<unknown> =>
  (await api.get('/users/info', { token })).json().metadata;

describe('POST /users/verification', () => {
  it('AP-09 SO-01 AP-16 returns the event id and the code to send, and starts with IN_PROGRESS', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    const response = await submitTag(api, ada, `@${tag}`);
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    expect(data).toEqual({
      identifier: expect.stringMatching(/^[\w-]{22}$/),
      proofCode: expect.stringMatching(/^[A-Z3-9]{6}$/),
    });
    expect(await logOf(api, ada, data.identifier)).toEqual(['IN_PROGRESS']);
    const row = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(row).toMatchObject({ provider: TYPE, tag, status: 'IN_PROGRESS', decidedAt: null });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(DAY_MS);
    // Neither the event id nor the code is stored in clear.
    const columns = Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    );
    expect(columns.join('\n')).not.toContain(data.proofCode);
    expect(columns.join('\n')).not.toContain(data.identifier);
    expect(await api.deps.db.clientHint.count({ where: { accountId: ada.accountId, event: 'submit_instagram' } })).toBe(
      1,
    );
  });

  it.each([
    [{ tag: 'ada lovelace' }, 'tag', 'A username has only letters, digits, dots and underscores'],
    [
      { tag: 'ada', verificationType: 'TELEGRAM_SUBSCRIPTION' },
      'verificationType',
      'Expected the verification type INSTAGRAM_SUBSCRIPTION',
    ],
  ])('VA-09 returns 400 for %j with the field %s', async (body, field, message) => {
    const ada = await newcomer(api);
    const response = await api.post('/users/verification', { verificationType: TYPE, ...body }, { token: ada.token });
    expect(refusalOf(response)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      metadata: { fields: { [field]: message } },
    });
    expect(await requests(ada)).toBe(0);
  });

  it('SO-05 ER-08 accepts five names a day, then returns ATTEMPT_LIMIT', async () => {
    const ada = await newcomer(api);
    for (let times = 0; times < 5; times += 1) expect((await submitTag(api, ada, newTag())).statusCode).toBe(200);
    const response = await submitTag(api, ada, newTag());
    expect(refusalOf(response)).toMatchObject({ status: 429, code: 'social.attempts', errors: ['ATTEMPT_LIMIT'] });
    expect(Number(response.headers['retry-after'])).toBe(24 * 60 * 60);
    expect(await requests(ada)).toBe(5);
    api.clock.advance(DAY_MS);
    const nextDay = await openSession(api, ada.accountId);
    expect((await submitTag(api, { ...ada, ...nextDay }, newTag())).statusCode).toBe(200);
  });

  it('SO-05 ER-08 returns TAG_USED for a day if another account claimed the name in any case', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    await submission(api, ada, tag);
    expect(refusalOf(await submitTag(api, await newcomer(api), tag.toUpperCase()))).toMatchObject(TAG_USED);
    api.clock.advance(DAY_MS);
    expect((await submitTag(api, await newcomer(api), tag)).statusCode).toBe(200);
  });

  it('SO-05 returns TAG_USED if another account proved the name, even if it was withdrawn', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    const { identifier } = await submission(api, ada, tag);
    expect(await decide(identifier, true)).toBe('VERIFIED');
    const eve = await newcomer(api);
    expect(refusalOf(await submitTag(api, eve, tag))).toMatchObject(TAG_USED);
    const { accountId } = ada;
    await api.deps.db.socialLink.updateMany({ where: { accountId }, data: { revokedAt: api.clock.now() } });
    expect(refusalOf(await submitTag(api, eve, tag.toUpperCase()))).toMatchObject(TAG_USED);
    const again = await submission(api, ada, tag);
    expect(await decide(again.identifier, true)).toBe('VERIFIED');
    expect(await isVerified(api, ada, TYPE)).toBe(true);
  });

  it('closes the account’s earlier pending name and releases it', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const tag = newTag();
    const first = await submission(api, ada, tag);
    const second = await submission(api, ada);
    expect(await logOf(api, ada, first.identifier)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
    expect(await decide(first.identifier, true)).toBe('DECIDED');
    expect((await submitTag(api, eve, tag)).statusCode).toBe(200);
    // A taken name does not change the pending one.
    expect(refusalOf(await submitTag(api, ada, tag))).toMatchObject(TAG_USED);
    expect(await logOf(api, ada, second.identifier)).toEqual(['IN_PROGRESS']);
    expect(await mailsToVoter(api, ada)).toEqual([]);
  });

  it('returns VERIFIED at once for a name that the account has already proven', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    await decide((await submission(api, ada, tag)).identifier, true);
    const response = await submitTag(api, ada, tag.toUpperCase());
    expect(response.json().data).toEqual({ identifier: expect.any(String) });
    expect(await logOf(api, ada, response.json().data.identifier)).toEqual(['IN_PROGRESS', 'VERIFIED']);
  });
});

describe('a decision', () => {
  it('SO-03 SO-08 to approve sets VERIFIED and sends a mail in the user’s language', async () => {
    const ada = await newcomer(api);
    await api.deps.db.account.update({ where: { id: ada.accountId }, data: { language: 'uk' } });
    const tag = newTag();
    const { identifier } = await submission(api, ada, tag);
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    expect(await decide(identifier, true)).toBe('VERIFIED');
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    expect(await logOf(api, ada, identifier)).toEqual(['IN_PROGRESS', 'VERIFIED']);
    const mails = await mailsToVoter(api, ada);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`@${tag}`);
    expect(mails[0]?.subject).toMatch(/Instagram.*підтверджено/);
    expect(await api.deps.db.claim.count({ where: { accountId: ada.accountId } })).toBe(0);
  });

  it('SO-03 SO-08 to reject sets NOT_VERIFIED, sends a mail, and frees the name', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    const { identifier } = await submission(api, ada, tag);
    expect(await decide(identifier, false)).toBe('NOT_VERIFIED');
    expect(await logOf(api, ada, identifier)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
    expect((await mailsToVoter(api, ada)).map(({ subject }) => subject)).toEqual([
      'Your Instagram account was not verified',
    ]);
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    expect((await submitTag(api, await newcomer(api), tag)).statusCode).toBe(200);
  });

  it('changes nothing if it is the second, too late, or about an unknown name', async () => {
    const ada = await newcomer(api);
    const { identifier } = await submission(api, ada);
    expect(await decide(identifier, false)).toBe('NOT_VERIFIED');
    expect(await decide(identifier, true)).toBe('DECIDED');
    const second = await submission(api, ada);
    api.clock.advance(DAY_MS);
    expect(await decide(second.identifier, true)).toBe('EXPIRED');
    expect(await decide('made-up', true)).toBe('UNKNOWN');
    expect(await api.deps.db.socialLink.count({ where: { accountId: ada.accountId } })).toBe(0);
    expect(await mailsToVoter(api, ada)).toHaveLength(1);
  });

  it('to approve a second name replaces the first, which stays reserved for the account', async () => {
    const ada = await newcomer(api);
    const [first, second] = [newTag(), newTag()];
    for (const tag of [first, second]) {
      expect(await decide((await submission(api, ada, tag)).identifier, true)).toBe('VERIFIED');
    }
    const live = await api.deps.db.socialLink.findMany({ where: { accountId: ada.accountId, revokedAt: null } });
    expect(live).toHaveLength(1);
    expect(refusalOf(await submitTag(api, await newcomer(api), first))).toMatchObject(TAG_USED);
  });
});

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
