import { useTestApi } from '@laurel/support/hooks';
import { authenticatorCode, newPerson, type Person, proveMailbox, signUp } from '@laurel/support/people';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BACKUP_CODES } from '../../limits.ts';
import type { KeyPurpose } from '../codes/port.ts';

/** Wide budgets, so that only the guard of each factor limits the requests. */
const BUDGETS = {
  LIMITS_CODES_ACCOUNT_DAY: '5000',
  LIMITS_CODES_ACCOUNT_TOTAL: '5000',
  LIMITS_CODES_NETWORK_HOUR: '5000',
};

const api = useTestApi(BUDGETS);
let person: Person;
beforeEach(() => {
  person = newPerson();
});

const atOnce = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
const accountId = async () => (await api.deps.db.account.findFirstOrThrow({ where: { email: person.email } })).id;
const issueKeys = async (kind: KeyPurpose['kind']): Promise<string[]> => {
  const id = await accountId();
  const setup =
    kind === 'totp_setup' && (await api.deps.db.twoFactorSetup.findFirstOrThrow({ where: { accountId: id } }));
  const purpose: KeyPurpose = setup ? { kind: 'totp_setup', setupId: setup.id } : { kind: 'totp_login' };
  const key = { accountId: id, purpose, ttlMs: 60_000, now: api.clock.now() };
  return atOnce(() => api.deps.transact((tx) => api.deps.codes.issueKey(tx, key)));
};
const verify = async (requestKey: string, factor: { otpCode: string } | { backupCode: string }) =>
  (await api.post('/users/verify-otp', { requestKey, ...factor })).statusCode;
const codeFor = (qrCode: string) => authenticatorCode(qrCode, api.clock.now());
const expectOne = (statuses: readonly number[]) =>
  expect([...statuses].sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
const backupCodesOf = (body: string) =>
  z.object({ data: z.object({ backupCodes: z.array(z.string()) }) }).parse(JSON.parse(body)).data.backupCodes;

describe('20 requests at once', () => {
  // This test fails without `totp_last_step <` in takeStep: 20 sessions.
  it('with one time step, at login and in other requests, are accepted once', async () => {
    const { qrCode } = await signUp(api, person);
    const [keys, id, otpCode] = [await issueKeys('totp_login'), await accountId(), codeFor(qrCode)];
    const accepted = await atOnce(async (index) => {
      if (index % 2) return (await verify(keys[index] ?? '', { otpCode })) === 200;
      const attempt = { accountId: id, factor: { otpCode }, network: 'race', now: api.clock.now() };
      return api.deps.transact((tx) => api.deps.twoFactor.prove(tx, attempt));
    });
    expect(accepted.filter(Boolean)).toHaveLength(1);
  });

  // This test fails without `used_at IS NULL` in takeBackupCode: 20 sessions.
  it('with one backup code, each with its own request key, sign in once', async () => {
    const { requestKey, qrCode } = await proveMailbox(api, person);
    const setup = await api.post('/users/verify-otp', { requestKey, otpCode: codeFor(qrCode) });
    const [backupCode = ''] = backupCodesOf(setup.body);
    const keys = await issueKeys('totp_login');
    const statuses = await Promise.all(keys.map((key) => verify(key, { backupCode })));
    expectOne(statuses);
  });

  // This test fails without `totp_secret IS NULL` and `totp_last_step <` in confirmSecret: 20 sessions.
  it('with the first code, each with its own setup key, set up two-factor once', async () => {
    const { qrCode } = await proveMailbox(api, person);
    const keys = await issueKeys('totp_setup');
    const otpCode = codeFor(qrCode);
    const statuses = await Promise.all(keys.map((key) => verify(key, { otpCode })));
    expectOne(statuses);
    const where = { accountId: await accountId() };
    expect(await api.deps.db.backupCode.count({ where })).toBe(BACKUP_CODES);
    expect(await api.deps.db.session.count({ where })).toBe(1);
    expect(await api.deps.db.device.count({ where })).toBe(1);
  });

  it('to begin a setup in one browser all get the same secret', async () => {
    const { qrCode } = await proveMailbox(api, person);
    const account = { id: await accountId(), email: person.email, browser: 'first' };
    // Removes the secret that was already shown.
    await api.deps.transact((tx) => api.deps.twoFactor.forgetPending(tx, account.id, api.clock.now()));
    const begun = await atOnce(() =>
      api.deps.transact((tx) => api.deps.twoFactor.beginSetup(tx, account, api.clock.now())),
    );
    const shown = new Set(begun.map((each) => each.qrCode));
    expect(shown.size).toBe(1);
    expect(shown).not.toContain(qrCode);
    expect(new Set(begun.map(({ requestKey }) => requestKey)).size).toBe(20);
  });
});
