import { randomBytes } from 'node:crypto';
import { useTestIdentity } from '@laurel/support/identity';
import { anotherCode, authenticatorCode, clientAt } from '@laurel/support/people';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { createKeyring } from '../../crypto/keyring.ts';
import { createTokens } from '../../crypto/tokens.ts';
import { createSessions } from '../account/login.service.ts';
import type { Budgets } from '../codes/policy.ts';
import { resetTwoFactor } from '../support/changes.store.ts';
import { createTwoFactor, type TwoFactorService } from './service.ts';

const STEP_MS = 30_000;
const network = '192.0.2.1';
const client = clientAt(network);
const dataKey = randomBytes(32);

const at = useTestIdentity();
let service: TwoFactorService;
let account: { id: string; email: string };
let now: Date;
beforeAll(() => {
  service = serviceWith({});
});
beforeEach(async () => {
  account = { id: await at.addAccount(), email: 'ada@example.org' };
  now = new Date('2026-03-01T12:00:00.000Z');
});

const serviceWith = (options: {
  dataKey?: Buffer;
  previous?: readonly Buffer[];
  budgets?: Partial<Budgets>;
}): TwoFactorService => {
  const keyring = createKeyring(options.dataKey ?? dataKey, options.previous ?? []);
  const { db, fingerprint, transact } = at;
  const sessions = createSessions(createTokens('a secret of thirty-two characters'));
  const outbox = { mail: async () => undefined };
  const site = { outbox, origin: 'http://localhost', offersPasskeys: false, issuer: 'Awards' };
  return createTwoFactor({ db, keyring, fingerprint, codes: at.codes(options), sessions, transact, ...site });
};
const begin = (by = service, browser = 'first') => at.transact((tx) => by.beginSetup(tx, { ...account, browser }, now));
const confirm = async (by = service) => {
  const { requestKey, qrCode } = await begin(by);
  const factor = { otpCode: authenticatorCode(qrCode, now) };
  const { backupCodes = [] } = await by.verifyOtp({ requestKey, factor, client, now });
  now = after(now, STEP_MS);
  return { qrCode, backupCodes };
};
const loginKey = () => {
  const key = { accountId: account.id, purpose: { kind: 'totp_login' }, ttlMs: 600_000, now } as const;
  return at.transact((tx) => at.codes().issueKey(tx, key));
};
const prove = (factor: { otpCode: string } | { backupCode: string }, by = service) =>
  at.transact((tx) => by.prove(tx, { accountId: account.id, factor, network, now }));
const charged = async () =>
  (await at.db.rateLimit.findUnique({ where: { key: `codes:account-day:${account.id}` } }))?.points ?? 0;

describe('beginning a setup', () => {
  it('shows a browser the same secret until it is confirmed, each time with a new request key', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(second.qrCode).toBe(first.qrCode);
    expect(second.requestKey).not.toBe(first.requestKey);
    expect((await begin(service, 'second')).qrCode).not.toBe(first.qrCode);
    expect(first.qrCode).toContain('issuer=Awards');
    await confirm();
    await expect(begin()).rejects.toMatchObject({ code: 'otp.invalid' });
  });

  it('is not done by a passkey in an edition without them', async () => {
    const { requestKey } = await begin();
    await expect(service.passkeyOptions({ requestKey, network }, now)).rejects.toMatchObject({
      code: 'request.not_found',
    });
  });

  it('is refused for an unknown account and for one whose email is not verified', async () => {
    account = { id: await at.addAccount({ emailVerified: false }), email: 'ada@example.org' };
    await expect(begin()).rejects.toMatchObject({ code: 'otp.invalid' });
    account = { id: '00000000-0000-4000-8000-000000000000', email: 'ada@example.org' };
    await expect(begin()).rejects.toMatchObject({ code: 'otp.invalid' });
  });
});

describe('proving a second factor', () => {
  it('accepts a code of the step before, now or after, and never a step at or before the last one', async () => {
    const { qrCode } = await confirm();
    now = after(now, 10 * STEP_MS);
    const codeAt = (steps: number) => ({ otpCode: authenticatorCode(qrCode, after(now, steps * STEP_MS)) });
    expect(await prove(codeAt(-2))).toBe(false);
    expect(await prove(codeAt(2))).toBe(false);
    expect(await prove(codeAt(-1))).toBe(true);
    expect(await prove(codeAt(-1))).toBe(false);
    expect(await prove(codeAt(1))).toBe(true);
    expect(await prove(codeAt(0))).toBe(false);
    now = after(now, 2 * STEP_MS);
    expect(await prove(codeAt(0))).toBe(true);
  });

  it('accepts each of the ten backup codes once, and none of another account', async () => {
    const { backupCodes } = await confirm();
    const own = account;
    account = { id: await at.addAccount(), email: 'bob@example.org' };
    await confirm();
    expect(await prove({ backupCode: backupCodes[0] ?? '' })).toBe(false);
    account = own;
    for (const backupCode of backupCodes) {
      expect(await prove({ backupCode })).toBe(true);
      expect(await prove({ backupCode })).toBe(false);
    }
  });

  it('charges a wrong factor, and not a right one', async () => {
    const { qrCode } = await confirm();
    expect(await charged()).toBe(0);
    const otpCode = authenticatorCode(qrCode, now);
    expect(await prove({ otpCode: anotherCode(otpCode) })).toBe(false);
    expect(await prove({ backupCode: 'ABCDEFGHIJ' })).toBe(false);
    expect(await charged()).toBe(2);
    expect(await prove({ otpCode })).toBe(true);
    expect(await charged()).toBe(2);
  });

  it('is refused at the budget, even with the right code', async () => {
    const strict = serviceWith({ budgets: { account: { limit: 3, windowMs: 60_000 } } });
    const { qrCode } = await confirm(strict);
    const otpCode = authenticatorCode(qrCode, now);
    for (let i = 0; i < 3; i += 1) expect(await prove({ otpCode: anotherCode(otpCode) }, strict)).toBe(false);
    await expect(prove({ otpCode }, strict)).rejects.toMatchObject({ code: 'limit.exceeded' });
    // The step was not used up by the refusal.
    now = after(now, 60_000);
    expect(await prove({ otpCode: authenticatorCode(qrCode, now) }, strict)).toBe(true);
  });

  it('is refused before two-factor is set up', async () => {
    const { qrCode } = await begin();
    expect(await prove({ otpCode: authenticatorCode(qrCode, now) })).toBe(false);
    expect(await prove({ backupCode: 'ABCDEFGHIJ' })).toBe(false);
    account = { id: await at.addAccount(), email: 'bob@example.org' };
    expect(await prove({ otpCode: '123456' })).toBe(false);
  });
});

/** As an organiser does it. */
const reset = (when: Date) =>
  resetTwoFactor(at.db, { id: account.id, organiser: { actor: 'olena', reason: 'lost the phone' }, now: when });

describe('a reset of two-factor', () => {
  it('keeps the last step: no code of it is accepted again, even with the next secret', async () => {
    await confirm();
    const confirmedAt = after(now, -STEP_MS);
    await reset(confirmedAt);
    const { requestKey, qrCode } = await begin();
    const answerAt = (when: Date) =>
      service.verifyOtp({ requestKey, factor: { otpCode: authenticatorCode(qrCode, when) }, client, now: when });
    await expect(answerAt(confirmedAt)).rejects.toMatchObject({ code: 'otp.invalid' });
    expect(await answerAt(now)).toMatchObject({ token: expect.any(String) });
  });

  it('closes request keys of logins for good', async () => {
    await confirm();
    const requestKey = await loginKey();
    await reset(now);
    const { qrCode } = await confirm();
    const factor = { otpCode: authenticatorCode(qrCode, now) };
    await expect(service.verifyOtp({ requestKey, factor, client, now })).rejects.toMatchObject({ code: 'otp.invalid' });
    expect(await prove(factor)).toBe(true);
  });
});

describe('a change of DATA_KEY', () => {
  it('keeps pending and confirmed secrets and backup codes valid with DATA_KEY_PREVIOUS', async () => {
    const rotated = serviceWith({ dataKey: randomBytes(32), previous: [dataKey] });
    const pending = await begin();
    expect((await begin(rotated)).qrCode).toBe(pending.qrCode);
    const factor = { otpCode: authenticatorCode(pending.qrCode, now) };
    const { requestKey } = pending;
    const { backupCodes = [] } = await rotated.verifyOtp({ requestKey, factor, client, now });
    now = after(now, STEP_MS);
    expect(await prove({ otpCode: authenticatorCode(pending.qrCode, now) }, rotated)).toBe(true);
    expect(await prove({ backupCode: backupCodes[0] ?? '' }, service)).toBe(true);
    expect(await prove({ backupCode: backupCodes[1] ?? '' }, rotated)).toBe(true);
  });
});

describe('forgetPending', () => {
  it('keeps a confirmed secret, and closes request keys', async () => {
    const { requestKey, qrCode } = await begin();
    await at.transact((tx) => service.forgetPending(tx, account.id, now));
    const factor = { otpCode: authenticatorCode(qrCode, now) };
    await expect(service.verifyOtp({ requestKey, factor, client, now })).rejects.toMatchObject({ code: 'otp.invalid' });
    const confirmed = await confirm();
    expect(confirmed.qrCode).not.toBe(qrCode);
    await at.transact((tx) => service.forgetPending(tx, account.id, now));
    expect(await prove({ otpCode: authenticatorCode(confirmed.qrCode, now) })).toBe(true);
  });
});
