import { type Authenticator, createAuthenticator } from '@laurel/support/authenticator';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import {
  authenticatorCode,
  eraseAccount,
  logIn,
  newPerson,
  type Person,
  proveMailbox,
  refusalOf,
  setupOf,
  signUp,
  tokenOf,
} from '@laurel/support/people';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BACKUP_CODES, CODE_TRIES } from '../../limits.ts';
import { resetTwoFactor } from '../support/changes.store.ts';

const MINUTE_MS = 60_000;
const OTP_INVALID = { status: 400, code: 'otp.invalid' };
const BUDGETS = { LIMITS_CODES_ACCOUNT_DAY: '5000', LIMITS_CODES_NETWORK_HOUR: '5000' };

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /^year:/m, 'twoFactor: [totp, passkey]\nyear:'));
const api = useTestApi({ ...BUDGETS, EDITION_DIR: edition.path });
const owner = useOwner(api);

const optionsReply = z.object({ data: z.object({ options: z.looseObject({ challenge: z.string() }) }) });
const loginReply = z.object({ data: z.object({ requestKey: z.string(), factors: z.array(z.string()).optional() }) });
const sessionReply = z.object({
  data: z.object({
    user: z.looseObject({ factors: z.array(z.string()) }),
    backupCodes: z.array(z.string()).optional(),
  }),
});

const optionsOf = (response: LightMyRequestResponse) => optionsReply.parse(response.json()).data.options;
const ask = async ({ requestKey }: { requestKey: string }) =>
  optionsOf(await api.post('/users/passkey-options', { requestKey }));
const askIn = async (token: string) => optionsOf(await api.post('/users/passkey-proof-options', undefined, { token }));
const verify = (requestKey: string, passkey: object) => api.post('/users/verify-otp', { requestKey, passkey });
const newPhone = (options = {}): Authenticator => createAuthenticator({ origin: api.deps.publicUrl, ...options });

type Voter = { person: Person; accountId: string; phone: Authenticator; setUp: LightMyRequestResponse };
const newVoter = async (phone = newPhone(), person = newPerson()): Promise<Voter> => {
  const { requestKey } = await proveMailbox(api, person);
  const setUp = await verify(requestKey, phone.create(await ask({ requestKey })));
  const { id: accountId } = await api.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
  return { person, accountId, phone, setUp };
};
const listReply = z.object({
  data: z.object({ passkeys: z.array(z.object({ id: z.string(), usedAt: z.string().nullable() })) }),
});
const listOf = async (token: string) =>
  listReply.parse((await api.get('/users/passkeys', { token })).json()).data.passkeys;
const remove = (token: string, body: object) => api.post('/users/remove-passkey', body, { token });
const logInFurther = async (person: Person) => loginReply.parse((await logIn(api, person)).json()).data;
const passkeysOf = async ({ accountId }: Pick<Voter, 'accountId'>) =>
  (await owner.query('SELECT used_at FROM account_passkeys WHERE account_id = $1', [accountId])).rows;

describe('a passkey', () => {
  it('US-02 sets two-factor up in one step, with backup codes, and opens the next login', async () => {
    const { person, phone, setUp, accountId } = await newVoter();
    const { user, backupCodes = [] } = sessionReply.parse(setUp.json()).data;
    expect([user.factors, new Set(backupCodes).size]).toEqual([['passkey'], BACKUP_CODES]);
    const { requestKey, factors } = await logInFurther(person);
    expect(factors).toEqual(['passkey']);
    expect(tokenOf(await verify(requestKey, phone.get(await ask({ requestKey }))))).not.toBe(tokenOf(setUp));
    expect(await passkeysOf({ accountId })).toEqual([{ used_at: expect.any(Date) }]);
    const eligibility = 'SELECT two_factor_ok FROM voter_eligibility WHERE account_id = $1';
    expect((await owner.query(eligibility, [accountId])).rows).toEqual([{ two_factor_ok: true }]);
    const [backupCode] = backupCodes;
    const next = await logInFurther(person);
    expect((await api.post('/users/verify-otp', { requestKey: next.requestKey, backupCode })).statusCode).toBe(200);
  });

  it('is offered by the edition', async () => {
    expect((await api.get('/edition')).json()).toMatchObject({ data: { twoFactor: ['totp', 'passkey'] } });
  });

  it('is no factor of an account that has none: its login says nothing of passkeys', async () => {
    const person = newPerson();
    const { token } = await signUp(api, person);
    const { requestKey, factors } = await logInFurther(person);
    expect(factors).toBeUndefined();
    expect(refusalOf(await api.post('/users/passkey-options', { requestKey }))).toMatchObject(OTP_INVALID);
    expect(refusalOf(await api.post('/users/passkey-proof-options', undefined, { token }))).toMatchObject(OTP_INVALID);
    expect(refusalOf(await api.post('/users/passkey-options', { requestKey: 'made-up' }))).toMatchObject(OTP_INVALID);
  });

  it.each<[string, (voter: Voter, requestKey: string) => Promise<object>]>([
    ['to the request of another key', async ({ phone, person }) => phone.get(await ask(await logInFurther(person)))],
    ['to a request of the session', async ({ phone, setUp }) => phone.get(await askIn(tokenOf(setUp)))],
    [
      'after five minutes',
      async ({ phone }, requestKey) => {
        const options = await ask({ requestKey });
        api.clock.advance(5 * MINUTE_MS);
        return phone.get(options);
      },
    ],
    ['of another passkey', async (_voter, requestKey) => newPhone().get(await ask({ requestKey }))],
    [
      'of another account’s passkey',
      async (_voter, requestKey) => (await newVoter()).phone.get(await ask({ requestKey })),
    ],
    [
      'with a counter that went back, as of a copied authenticator',
      async ({ phone }, requestKey) => {
        phone.rewind(1);
        return phone.get(await ask({ requestKey }));
      },
    ],
    ['that is none', async () => ({ id: 'AAAA', response: {} })],
  ])('is refused: an answer %s', async (_title, wrong) => {
    const voter = await newVoter();
    const { requestKey } = await logInFurther(voter.person);
    expect(refusalOf(await verify(requestKey, await wrong(voter, requestKey)))).toMatchObject(OTP_INVALID);
    // The request key is still open: the passkey itself is right.
    expect((await verify(requestKey, voter.phone.get(await ask({ requestKey })))).statusCode).toBe(200);
  });

  it('is refused if it did not verify its user, or answered another site', async () => {
    for (const options of [{ verifiesUser: false }, { origin: 'https://laurel.example' }]) {
      const { setUp, accountId } = await newVoter(newPhone(options));
      expect(refusalOf(setUp)).toMatchObject(OTP_INVALID);
      expect(await passkeysOf({ accountId })).toEqual([]);
    }
  });

  it('counts like a code: the fifth wrong answer ends the request key', async () => {
    const { person, phone } = await newVoter();
    const { requestKey } = await logInFurther(person);
    const right = phone.get(await ask({ requestKey }));
    for (let tries = 0; tries < CODE_TRIES; tries += 1) await verify(requestKey, { id: 'AAAA' });
    expect(refusalOf(await verify(requestKey, right))).toMatchObject(OTP_INVALID);
  });

  it('PH-01 is a fresh second factor for a text message and for new backup codes', async () => {
    const { phone, setUp } = await newVoter();
    const token = tokenOf(setUp);
    api.clock.advance(16 * MINUTE_MS);
    expect(refusalOf(await api.post('/users/request-phone-verify', {}, { token }))).toMatchObject(OTP_INVALID);
    const passkey = phone.get(await askIn(token));
    expect((await api.post('/users/request-phone-verify', { passkey }, { token })).statusCode).toBe(200);
    const body = { passkey: phone.get(await askIn(token)) };
    expect((await api.post('/users/backup-codes', body, { token })).statusCode).toBe(200);
  });

  it('is added to an app, and an app to a passkey, with a factor that the account has; the backup codes stay', async () => {
    const person = newPerson();
    const { qrCode, token } = await signUp(api, person);
    const add = (body: object, by: string) => api.post('/users/second-factor', body, { token: by });
    expect(refusalOf(await add({ backupCode: 'MFRGGZDFMZ' }, token))).toMatchObject(OTP_INVALID);
    const codeOf = (from: string) => authenticatorCode(from, api.clock.now());
    const begun = setupOf(await add({ otpCode: codeOf(qrCode) }, token));
    const phone = newPhone();
    const added = sessionReply.parse((await verify(begun.requestKey, phone.create(await ask(begun)))).json()).data;
    expect([added.user.factors, added.backupCodes]).toEqual([['totp', 'passkey'], undefined]);
    expect((await logInFurther(person)).factors).toEqual(['totp', 'passkey']);

    const other = await newVoter();
    const passkey = other.phone.get(await askIn(tokenOf(other.setUp)));
    const setup = setupOf(await add({ passkey }, tokenOf(other.setUp)));
    const linked = await api.post('/users/verify-otp', { requestKey: setup.requestKey, otpCode: codeOf(setup.qrCode) });
    expect(sessionReply.parse(linked.json()).data).toMatchObject({ user: { factors: ['totp', 'passkey'] } });
    const { accountId } = other;
    expect(await api.deps.db.backupCode.count({ where: { accountId, usedAt: null } })).toBe(BACKUP_CODES);
    // One secret for an account: another app needs support's reset.
    api.clock.advance(MINUTE_MS);
    const again = setupOf(await add({ otpCode: codeOf(setup.qrCode) }, tokenOf(linked)));
    const second = { requestKey: again.requestKey, otpCode: codeOf(again.qrCode) };
    expect(refusalOf(await api.post('/users/verify-otp', second))).toMatchObject(OTP_INVALID);
  });

  it('is listed, and removed with a factor, which ends all sessions; another one is left, and mails tell of both', async () => {
    const voter = await newVoter();
    const { accountId, person, phone } = voter;
    const first = tokenOf(voter.setUp);
    const setup = setupOf(
      await api.post('/users/second-factor', { passkey: phone.get(await askIn(first)) }, { token: first }),
    );
    const laptop = newPhone();
    const token = tokenOf(await verify(setup.requestKey, laptop.create(await ask(setup))));
    const [old, young] = await listOf(token);
    expect([old?.usedAt, young?.usedAt]).toEqual([api.clock.now().toISOString(), null]);
    expect(refusalOf(await remove(token, { backupCode: 'MFRGGZDFMZ', id: old?.id }))).toMatchObject(OTP_INVALID);
    const other = await listOf(tokenOf((await newVoter()).setUp));
    const foreign = { passkey: laptop.get(await askIn(token)), id: other[0]?.id };
    expect(refusalOf(await remove(token, foreign)).code).toBe('request.not_found');
    const right = { passkey: laptop.get(await askIn(token)), id: old?.id };
    expect((await remove(token, right)).statusCode).toBe(200);
    expect((await api.get('/users/passkeys', { token })).statusCode).toBe(401);

    const { requestKey } = await logInFurther(person);
    const again = tokenOf(await verify(requestKey, laptop.get(await ask({ requestKey }))));
    expect((await listOf(again)).map(({ id }) => id)).toEqual([young?.id]);
    const last = { passkey: laptop.get(await askIn(again)), id: young?.id };
    expect(refusalOf(await remove(again, last)).code).toBe('request.not_found');
    const mails = await api.deps.db.message.findMany({ where: { accountId, purpose: 'factor_changed' } });
    expect(mails).toHaveLength(2);
  });

  it('is removed from an account with an app, which is then the only factor', async () => {
    const person = newPerson();
    const { qrCode, token } = await signUp(api, person);
    const setup = setupOf(
      await api.post('/users/second-factor', { otpCode: authenticatorCode(qrCode, api.clock.now()) }, { token }),
    );
    const phone = newPhone();
    const by = tokenOf(await verify(setup.requestKey, phone.create(await ask(setup))));
    const [passkey] = await listOf(by);
    expect((await remove(by, { passkey: phone.get(await askIn(by)), id: passkey?.id })).statusCode).toBe(200);
    expect((await logInFurther(person)).factors).toBeUndefined();
  });

  it('is gone after a reset by support, and after an erasure', async () => {
    const voter = await newVoter();
    const { accountId, person } = voter;
    const change = { id: accountId, organiser: { actor: 'olena', reason: 'a lost phone' }, now: api.clock.now() };
    await api.deps.transact((tx) => resetTwoFactor(tx, change));
    expect(await passkeysOf(voter)).toEqual([]);
    expect((await logIn(api, person)).json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });
    const other = await newVoter();
    await eraseAccount(api, other.accountId);
    expect(await passkeysOf(other)).toEqual([]);
  });
});

describe('20 requests at once', () => {
  const atOnce = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

  // This test fails without spendChallenge: every request gets ten codes.
  it('with one answer of an authenticator that does not count are accepted once', async () => {
    const { phone, setUp } = await newVoter(newPhone({ counts: false }));
    const token = tokenOf(setUp);
    const passkey = phone.get(await askIn(token));
    const replies = await atOnce(() => api.post('/users/backup-codes', { passkey }, { token }));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  // This test fails without `FROM two_factor_setups` in confirmPasskey and `!pending` in confirm: 20 sessions.
  it('with passkeys of one account, each with its own setup key, set up two-factor once', async () => {
    const person = newPerson();
    await proveMailbox(api, person);
    const { id: accountId } = await api.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
    const { id: setupId } = await api.deps.db.twoFactorSetup.findFirstOrThrow({ where: { accountId } });
    const key = {
      accountId,
      purpose: { kind: 'totp_setup', setupId },
      ttlMs: MINUTE_MS,
      now: api.clock.now(),
    } as const;
    const keys = await atOnce(() => api.deps.transact((tx) => api.deps.codes.issueKey(tx, key)));
    const answers = await Promise.all(keys.map(async (requestKey) => newPhone().create(await ask({ requestKey }))));
    const replies = await atOnce((index) => verify(keys[index] ?? '', answers[index] ?? {}));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await passkeysOf({ accountId })).toHaveLength(1);
    expect(await api.deps.db.backupCode.count({ where: { accountId } })).toBe(BACKUP_CODES);
  });

  // This test fails without the condition in removePasskey: only the table’s own check is left, which answers 500.
  it('to remove the two passkeys of an account leave one', async () => {
    const voter = await newVoter();
    const token = tokenOf(voter.setUp);
    const { backupCodes = [] } = sessionReply.parse(voter.setUp.json()).data;
    await owner.query(
      `INSERT INTO account_passkeys (credential_id, account_id, public_key, counter, made_at)
       SELECT '\\x01', account_id, public_key, 0, made_at FROM account_passkeys WHERE account_id = $1`,
      [voter.accountId],
    );
    const ids = (await listOf(token)).map(({ id }) => id);
    const replies = await Promise.all(
      backupCodes.map((backupCode, index) => remove(token, { backupCode, id: ids[index % 2] })),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.map(({ statusCode }) => statusCode)).not.toContain(500);
    expect(await passkeysOf(voter)).toHaveLength(1);
  });

  // This test fails without the primary key of account_passkeys.
  it('of accounts with one passkey give it to one of them', async () => {
    const phone = newPhone({ counts: false });
    const keys = await atOnce(async () => (await proveMailbox(api, newPerson())).requestKey);
    const answers = await Promise.all(keys.map(async (requestKey) => phone.create(await ask({ requestKey }))));
    const replies = await atOnce((index) => verify(keys[index] ?? '', answers[index] ?? {}));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});
