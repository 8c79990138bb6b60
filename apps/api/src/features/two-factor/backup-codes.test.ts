import { useTestApi } from '@laurel/support/hooks';
import { anotherCode, authenticatorCode, newPerson, proveMailbox, refusalOf, tokenOf } from '@laurel/support/people';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BACKUP_CODES } from '../../limits.ts';

const STEP_MS = 30_000;
const OTP_INVALID = { status: 400, code: 'otp.invalid' };
const reply = z.object({ data: z.object({ backupCodes: z.array(z.string()) }) });
const codesOf = (body: string) => reply.parse(JSON.parse(body)).data.backupCodes;

const api = useTestApi({ LIMITS_CODES_ACCOUNT_DAY: '5000', LIMITS_CODES_NETWORK_HOUR: '5000' });
type Voter = { accountId: string; token: string; otpCode(): string; backupCodes: readonly string[] };
const newVoter = async (): Promise<Voter> => {
  const person = newPerson();
  const { requestKey, qrCode } = await proveMailbox(api, person);
  const otpCode = () => authenticatorCode(qrCode, api.clock.now());
  const response = await api.post('/users/verify-otp', { requestKey, otpCode: otpCode() });
  const { id: accountId } = await api.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
  api.clock.advance(STEP_MS);
  return { accountId, token: tokenOf(response), otpCode, backupCodes: codesOf(response.body) };
};
let ada: Voter;
beforeEach(async () => {
  ada = await newVoter();
});

const renew = ({ token }: Pick<Voter, 'token'>, body: object) => api.post('/users/backup-codes', body, { token });
const isValid = ({ accountId }: Voter, backupCode: string) =>
  api.deps.transact((tx) =>
    api.deps.twoFactor.prove(tx, { accountId, factor: { backupCode }, network: 'here', now: api.clock.now() }),
  );

describe('POST /users/backup-codes', () => {
  it('replaces the ten codes with the app’s code: the earlier ones of this account are invalid', async () => {
    const ben = await newVoter();
    const response = await renew(ada, { otpCode: ada.otpCode() });
    expect(response.statusCode).toBe(200);
    const codes = codesOf(response.body);
    expect(new Set([...codes, ...ada.backupCodes]).size).toBe(2 * BACKUP_CODES);
    expect(await isValid(ada, ada.backupCodes[0] ?? '')).toBe(false);
    for (const code of codes) expect(await isValid(ada, code)).toBe(true);
    expect(await isValid(ben, ben.backupCodes[0] ?? '')).toBe(true);
  });

  it('replaces them with one of them, for somebody without the app', async () => {
    const [backupCode] = ada.backupCodes;
    expect(codesOf((await renew(ada, { backupCode })).body)).toHaveLength(BACKUP_CODES);
  });

  it('refuses a wrong code and a used one, even of a fresh session, and leaves the codes valid', async () => {
    const otpCode = ada.otpCode();
    expect(refusalOf(await renew(ada, { otpCode: anotherCode(otpCode) }))).toMatchObject(OTP_INVALID);
    const [mine = ''] = codesOf((await renew(ada, { otpCode })).body);
    expect(refusalOf(await renew(ada, { otpCode }))).toMatchObject(OTP_INVALID);
    expect(await isValid(ada, mine)).toBe(true);
  });

  it('names the missing code, and requires a session', async () => {
    expect(refusalOf(await renew(ada, {}))).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(refusalOf(await api.post('/users/backup-codes', { otpCode: ada.otpCode() }))).toMatchObject({
      status: 401,
      code: 'auth.required',
    });
    expect(await isValid(ada, ada.backupCodes[0] ?? '')).toBe(true);
  });

  // This test fails without deleteBackupCodes in renewBackupCodes: every request succeeds, with ten codes each.
  it('leaves ten valid codes after requests at once with every code', async () => {
    const responses = await Promise.all(ada.backupCodes.map((backupCode) => renew(ada, { backupCode })));
    const [given, ...more] = responses.filter(({ statusCode }) => statusCode === 200);
    expect(more).toEqual([]);
    for (const code of codesOf(given?.body ?? '')) expect(await isValid(ada, code)).toBe(true);
    expect(await api.deps.db.backupCode.count({ where: { accountId: ada.accountId } })).toBe(BACKUP_CODES);
  });
});
