import { TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import { useTestApi } from '@laurel/support/hooks';
import { eraseAccount, openSession } from '@laurel/support/people';
import {
  isVerified,
  logOf,
  mailsToVoter,
  newcomer,
  newSenderId,
  newTag,
  senderIdOf,
  submission,
  submitTag,
} from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const DAY_MS = 24 * 60 * 60_000;
const TYPE = 'INSTAGRAM_SUBSCRIPTION';

const api = useTestApi();

/** A message from the Instagram account of this name. `senderId` is for an account that had another name before. */
const message = (
  senderUsername: string,
  text: string,
  { follows = true, senderId = senderIdOf(senderUsername) } = {},
): Promise<string> =>
  api.deps.social.instagramMessage({ senderId, senderUsername, text, follows, now: api.clock.now() });
const subjectsTo = async (voter: Voter) => (await mailsToVoter(api, voter)).map(({ subject }) => subject);

describe('a direct message to the organisers’ account', () => {
  it('SO-03 verifies the name if name and code match and the sender follows, and notifies the user', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    const { identifier, proofCode } = await submission(api, ada, tag.toUpperCase());
    expect(await message(tag, `Hello, ${proofCode.toLowerCase()}`)).toBe('VERIFIED');
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    expect(await logOf(api, ada, identifier)).toEqual(['IN_PROGRESS', 'VERIFIED']);
    expect(await subjectsTo(ada)).toEqual(['Your Instagram account is verified']);
    expect(await message(tag, proofCode)).toBe('UNKNOWN');
  });

  it('SO-08 sets RETRY if the sender does not follow, and the next message decides', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    const { identifier, proofCode } = await submission(api, ada, tag);
    expect(await message(tag, proofCode, { follows: false })).toBe('RETRY');
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    expect(await message(tag, proofCode)).toBe('VERIFIED');
    expect(await logOf(api, ada, identifier)).toEqual(['IN_PROGRESS', 'RETRY', 'VERIFIED']);
  });

  it('proves nothing with another code, from another name, too late, or without a requested code', async () => {
    const ada = await newcomer(api);
    const tag = newTag();
    const { proofCode } = await submission(api, ada, tag);
    expect(await message(tag, 'hello')).toBe('WRONG_CODE');
    expect(await message(newTag(), proofCode)).toBe('UNKNOWN');
    api.clock.advance(DAY_MS);
    expect(await message(tag, proofCode)).toBe('UNKNOWN');
    expect(await message(tag, 'hello')).toBe('UNKNOWN');
    const { accountId } = ada;
    const { db, fingerprint } = api.deps;
    expect(await db.socialRequest.findFirst({ where: { accountId } })).toMatchObject({ status: 'IN_PROGRESS' });

    const [name, now] = [newTag(), api.clock.now()];
    const subjectHash = fingerprint('instagram', name);
    const plain = { accountId, provider: TYPE, tag: name, subjectHash, eventHash: fingerprint('email', name) };
    await db.socialRequest.create({ data: { ...plain, createdAt: now, expiresAt: new Date(now.getTime() + DAY_MS) } });
    expect(await message(name, proofCode)).toBe('UNKNOWN');
    expect(await db.socialLink.count({ where: { accountId } })).toBe(0);
    expect(await subjectsTo(ada)).toEqual([]);
  });

  it('verifies the person whose code it has, also if an attacker submitted the name before and after', async () => {
    const tag = newTag();
    await submission(api, await newcomer(api), tag);
    // After a day, the first claim bars nobody.
    api.clock.advance(DAY_MS);
    const [eve, ada] = [await newcomer(api), await newcomer(api)];
    await submission(api, eve, tag);
    const { proofCode } = await submission(api, ada, tag);
    api.clock.advance(1_000);
    await submission(api, eve, tag);
    expect(await message(tag, proofCode)).toBe('VERIFIED');
    expect([await isVerified(api, ada, TYPE), await isVerified(api, eve, TYPE)]).toEqual([true, false]);
  });
});

describe('the mail about an approved name', () => {
  const textTo = async (voter: Voter): Promise<string> => (await mailsToVoter(api, voter))[0]?.text ?? '';

  it('says that the user can vote, or that the phone is missing', async () => {
    const [ready, phoneless] = [await newcomer(api), await newcomer(api)];
    const { accountId } = phoneless;
    await api.deps.db.phoneVerification.updateMany({ where: { accountId }, data: { revokedAt: api.clock.now() } });
    for (const person of [ready, phoneless]) {
      const tag = newTag();
      await message(tag, (await submission(api, person, tag)).proofCode);
    }
    expect(await textTo(ready)).toContain(
      'Nothing more is needed: you can vote in every category while voting is open.',
    );
    expect(await textTo(ready)).not.toContain('phone');
    expect(await textTo(phoneless)).toContain('Once your phone number is confirmed too, you can vote');
  });
});

describe('an Instagram account that renames itself', () => {
  it('SO-05 verifies one account only: with its next name it gets TAG_USED, and the user is notified', async () => {
    const senderId = newSenderId();
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const [first, next] = [newTag(), newTag()];
    expect(await message(first, (await submission(api, ada, first)).proofCode, { senderId })).toBe('VERIFIED');
    const { identifier, proofCode } = await submission(api, eve, next);
    expect(await message(next, proofCode, { senderId })).toBe('TAG_USED');
    expect([await isVerified(api, ada, TYPE), await isVerified(api, eve, TYPE)]).toEqual([true, false]);
    expect(await logOf(api, eve, identifier)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
    expect(await subjectsTo(eve)).toEqual(['Your Instagram account was not verified']);
    // The name itself is free for another Instagram account.
    const bob = await newcomer(api);
    expect(await message(next, (await submission(api, bob, next)).proofCode)).toBe('VERIFIED');
  });

  it('stays with its account under any name', async () => {
    const senderId = newSenderId();
    const ada = await newcomer(api);
    for (const tag of [newTag(), newTag()]) {
      expect(await message(tag, (await submission(api, ada, tag)).proofCode, { senderId })).toBe('VERIFIED');
    }
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    const { accountId } = ada;
    expect(await api.deps.db.instagramAccount.count({ where: { accountId } })).toBe(1);
  });

  it('stays with its account after the erasure', async () => {
    const senderId = newSenderId();
    const ada = await newcomer(api);
    const tag = newTag();
    await message(tag, (await submission(api, ada, tag)).proofCode, { senderId });
    const { accountId } = ada;
    await eraseAccount(api, accountId);
    expect((await api.deps.db.account.findUniqueOrThrow({ where: { id: accountId } })).erasedAt).not.toBeNull();
    const eve = await newcomer(api);
    const next = newTag();
    expect(await message(next, (await submission(api, eve, next)).proofCode, { senderId })).toBe('TAG_USED');
  });

  it('is stored only as a fingerprint', async () => {
    const senderId = newSenderId();
    const ada = await newcomer(api);
    const tag = newTag();
    await message(tag, (await submission(api, ada, tag)).proofCode, { senderId });
    const row = await api.deps.db.instagramAccount.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(Buffer.from(row.idHash)).toEqual(Buffer.from(api.deps.fingerprint('instagram-id', senderId)));
  });
});

describe('a request that was not decided in time', () => {
  it('SO-08 gets NOT_VERIFIED after a day; the user is notified, and the name is free', async () => {
    api.clock.advance(DAY_MS);
    await api.deps.social.expirePending(api.clock.now());
    const ada = await newcomer(api);
    const tag = newTag();
    const { identifier } = await submission(api, ada, tag);
    const link = (await api.get('/users/verification/telegram-link', { token: ada.token })).json().data.code;
    api.clock.advance(DAY_MS - 1);
    expect(await api.deps.social.expirePending(api.clock.now())).toBe(1);
    expect(await logOf(api, ada, link)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
    expect(await logOf(api, ada, identifier)).toEqual(['IN_PROGRESS']);
    const eve = await newcomer(api);
    expect((await submitTag(api, eve, tag)).statusCode).toBe(409);
    api.clock.advance(1);
    expect(await api.deps.social.expirePending(api.clock.now())).toBe(1);
    expect(await api.deps.social.expirePending(api.clock.now())).toBe(0);
    const { db } = api.deps;
    expect(await db.socialRequest.count({ where: { decidedAt: null } })).toBe(0);
    expect(await subjectsTo(ada)).toEqual(['Your Instagram account was not verified']);
    expect((await submitTag(api, eve, tag)).statusCode).toBe(200);
  });

  it('SO-08 is closed by a job, by the application’s clock', async () => {
    const ada = await newcomer(api);
    const { code } = (await api.get('/users/verification/telegram-link', { token: ada.token })).json().data;
    const { pool, jobs } = api.deps;
    const runJob = async (): Promise<void> => {
      await pool.query(`SELECT graphile_worker.add_job('expire_verifications')`);
      await jobs.drain();
    };
    await runJob();
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS']);
    api.clock.advance(TELEGRAM_LINK_TTL_MS);
    await runJob();
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
  });

  it('is closed even if one transaction can’t close all of them', async () => {
    const { db } = api.deps;
    const { accountId } = await newcomer(api);
    const now = api.clock.now();
    await db.socialRequest.createMany({
      data: Array.from({ length: 250 }, (_, index) => ({
        eventHash: api.deps.fingerprint('telegram', `overdue ${index}`),
        accountId,
        provider: 'TELEGRAM_SUBSCRIPTION',
        createdAt: now,
        expiresAt: now,
      })),
    });
    expect(await api.deps.social.expirePending(now)).toBe(250);
    expect(await db.verificationLog.count({ where: { request: { accountId } } })).toBe(250);
  });
});

describe('GET /users/logs/:id', () => {
  it('AP-11 SO-08 returns the log of the user’s own verification, oldest first, and of no other', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const { identifier } = await submission(api, ada);
    const submittedAt = api.clock.now().toISOString();
    api.clock.advance(1_000);
    await api.deps.playReviewer({ identifier, approved: true }, api.clock.now());
    expect((await api.get(`/users/logs/${identifier}`, { token: ada.token })).json()).toEqual({
      success: true,
      data: [
        { verificationStatus: 'IN_PROGRESS', createdAt: submittedAt },
        { verificationStatus: 'VERIFIED', createdAt: api.clock.now().toISOString() },
      ],
    });
    expect(await logOf(api, eve, identifier)).toEqual([]);
    expect(await logOf(api, ada, 'made-up')).toEqual([]);
    expect((await api.get(`/users/logs/${identifier}`)).statusCode).toBe(401);
    expect((await api.get(`/users/logs/${'x'.repeat(129)}`, { token: ada.token })).statusCode).toBe(400);
  });

  it('AP-11 returns the code only to its own account, until the name is decided or the day is over', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const tag = newTag();
    const { identifier, proofCode } = await submission(api, ada, tag);
    const codeFor = async ({ token }: Voter) => {
      const log = await api.get(`/users/logs/${identifier}`, { token });
      expect(log.statusCode).toBe(200);
      return log.json().metadata;
    };
    expect(await codeFor(ada)).toEqual({ proofCode });
    expect(await codeFor(eve)).toBeUndefined();
    // The same code is valid after a message that did not decide.
    expect(await message(tag, proofCode, { follows: false })).toBe('RETRY');
    expect(await codeFor(ada)).toEqual({ proofCode });
    api.clock.advance(DAY_MS - 1);
    expect(await codeFor(ada)).toEqual({ proofCode });
    api.clock.advance(1);
    const nextDay = await openSession(api, ada.accountId);
    expect(await codeFor({ ...ada, ...nextDay })).toBeUndefined();

    const kay = await newcomer(api);
    const rejected = await submission(api, kay);
    await api.deps.playReviewer({ identifier: rejected.identifier, approved: false }, api.clock.now());
    const log = await api.get(`/users/logs/${rejected.identifier}`, { token: kay.token });
    expect(log.json().metadata).toBeUndefined();
    expect(log.json().data).toHaveLength(2);
  });
});
