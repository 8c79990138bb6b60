import { useTestApi } from '@laurel/support/hooks';
import {
  anotherCode,
  authenticatorCode,
  logIn,
  newPerson,
  type Person,
  proveMailbox,
  refusalOf,
  signUp,
  tokenOf,
} from '@laurel/support/people';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BACKUP_CODES } from '../../limits.ts';

const STEP_MS = 30_000;
const OTP_INVALID = {
  status: 400,
  code: 'otp.invalid',
  message: 'The provided OTP is invalid or expired',
  errors: ['The provided OTP is invalid or expired'],
};
const signedIn = z.object({
  success: z.literal(true),
  data: z.object({ token: z.string(), user: z.unknown(), backupCodes: z.array(z.string()).optional() }),
});

const api = useTestApi({ LIMITS_CODES_NETWORK_HOUR: '1000', LIMITS_MAIL_NETWORK_HOUR: '1000' });
let person: Person;
beforeEach(() => {
  person = newPerson();
});

const verify = (body: Record<string, unknown>) => api.post('/users/verify-otp', body);
const codeFor = (qrCode: string) => authenticatorCode(qrCode, api.clock.now());
const accountOf = ({ email }: Person) => api.deps.db.account.findFirstOrThrow({ where: { email } });
const loginKey = async (): Promise<string> =>
  z.object({ data: z.object({ requestKey: z.string() }) }).parse((await logIn(api, person)).json()).data.requestKey;

/** All rows that an unwanted write would change. */
const everything = async () => {
  const { account, challenge, rateLimit, session, device, backupCode } = api.deps.db;
  return {
    accounts: await account.findMany(),
    challenges: await challenge.findMany({ orderBy: { id: 'asc' } }),
    limits: await rateLimit.findMany({ orderBy: { key: 'asc' } }),
    others: [await session.count(), await device.count(), await backupCode.count()],
  };
};

describe('POST /users/verify-otp', () => {
  it('VA-08 VA-11 refuses a code with letters with the message of the field, and changes nothing', async () => {
    const { requestKey } = await proveMailbox(api, person);
    const [otpCode, message] = ['12345a', 'Code must contain only digits'];
    const before = await everything();
    const refusal = refusalOf(await verify({ requestKey, otpCode }));
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', metadata: { fields: { otpCode: message } } });
    expect(refusal.errors).toContain(message);
    expect(await everything()).toEqual(before);
  });

  it('ER-03 returns the same error for every wrong, used or unknown two-factor code', async () => {
    const { requestKey, qrCode } = await proveMailbox(api, person);
    const wrong = anotherCode(codeFor(qrCode));
    for (const key of [requestKey, 'AAAAAAAAAAAAAAAAAAAAAA', 'mangled']) {
      expect(refusalOf(await verify({ requestKey: key, otpCode: wrong }))).toMatchObject(OTP_INVALID);
    }
    expect(refusalOf(await verify({ requestKey, backupCode: 'ABCDEFGHIJ' }))).toMatchObject(OTP_INVALID);
    const other = await proveMailbox(api, newPerson());
    const used = { requestKey: other.requestKey, otpCode: codeFor(other.qrCode) };
    expect((await verify(used)).statusCode).toBe(200);
    expect(refusalOf(await verify(used))).toMatchObject(OTP_INVALID);
  });
});

describe('POST /users/verify-otp while two-factor is being set up', () => {
  it('AP-04 confirms it, signs in, returns the backup codes and stores the device', async () => {
    const { requestKey, qrCode } = await proveMailbox(api, person);
    const response = await verify({ requestKey, otpCode: codeFor(qrCode) });
    expect(response.statusCode).toBe(200);
    const { data } = signedIn.parse(response.json());
    expect(data.user).toEqual({ name: person.name, email: person.email, phoneNumber: person.phoneNumber });
    expect(data.backupCodes).toHaveLength(BACKUP_CODES);
    expect(new Set(data.backupCodes).size).toBe(BACKUP_CODES);
    for (const code of data.backupCodes ?? []) expect(code).toMatch(/^[A-Z2-7]{10}$/);
    expect((await api.get('/users/info', { token: data.token })).statusCode).toBe(200);

    const account = await accountOf(person);
    expect(account.totpConfirmedAt).toEqual(api.clock.now());
    const session = await api.deps.db.session.findFirstOrThrow({ where: { accountId: account.id } });
    expect(session.twoFactorAt).toEqual(api.clock.now());
    const hints = await api.deps.db.clientHint.findMany({ where: { accountId: account.id } });
    expect(hints.map(({ event }) => event)).toContain('verify_otp');

    const cookie = response.cookies.find(({ name }) => name === 'laurel_device');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 90 * 24 * 60 * 60 });
    expect(cookie).not.toHaveProperty('secure');
    const devices = await api.deps.db.device.findMany({ where: { accountId: account.id } });
    expect(devices).toHaveLength(1);
  });

  it('stores the secret sealed and the backup codes as fingerprints', async () => {
    const { requestKey, qrCode } = await proveMailbox(api, person);
    const response = await verify({ requestKey, otpCode: codeFor(qrCode) });
    const { data } = signedIn.parse(response.json());
    const account = await accountOf(person);
    const secret = new URL(qrCode).searchParams.get('secret') ?? '';
    expect(secret).toHaveLength(32);
    expect(Buffer.from(account.totpSecret ?? []).toString('latin1')).not.toContain(secret);
    const stored = await api.deps.db.backupCode.findMany({ where: { accountId: account.id } });
    expect(stored).toHaveLength(BACKUP_CODES);
    const bytes = Buffer.concat(stored.map(({ codeHash }) => codeHash)).toString('latin1');
    for (const code of data.backupCodes ?? []) expect(bytes).not.toContain(code);
  });

  it('accepts the code in the field `code`', async () => {
    const { requestKey, qrCode } = await proveMailbox(api, person);
    expect((await verify({ requestKey, code: codeFor(qrCode) })).statusCode).toBe(200);
  });

  it('refuses every setup key once two-factor is set up', async () => {
    const first = await proveMailbox(api, person);
    const second = z
      .object({ data: z.object({ requestKey: z.string(), qrCode: z.string() }) })
      .parse((await logIn(api, person, { headers: { cookie: first.setupCookie } })).json()).data;
    // A second try in the same browser shows the same QR code.
    expect(second.qrCode).toBe(first.qrCode);
    expect((await verify({ requestKey: second.requestKey, otpCode: codeFor(first.qrCode) })).statusCode).toBe(200);
    api.clock.advance(STEP_MS);
    for (const { requestKey } of [first, second]) {
      expect(refusalOf(await verify({ requestKey, otpCode: codeFor(first.qrCode) }))).toMatchObject(OTP_INVALID);
    }
    const { id: accountId } = await accountOf(person);
    expect(await api.deps.db.backupCode.count({ where: { accountId } })).toBe(BACKUP_CODES);
    expect(await api.deps.db.session.count({ where: { accountId } })).toBe(1);
  });
});

describe('POST /users/verify-otp at login', () => {
  it('AP-04 signs in with the code and does not return backup codes', async () => {
    const { qrCode } = await signUp(api, person);
    const response = await verify({ requestKey: await loginKey(), otpCode: codeFor(qrCode) });
    const { data } = signedIn.parse(response.json());
    expect(data).not.toHaveProperty('backupCodes');
    expect((await api.get('/users/info', { token: data.token })).statusCode).toBe(200);
  });

  it('signs in with a backup code in any case and spacing, once', async () => {
    const { requestKey, qrCode } = await proveMailbox(api, person);
    const setup = signedIn.parse((await verify({ requestKey, otpCode: codeFor(qrCode) })).json());
    const [code = ''] = setup.data.backupCodes ?? [];
    const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `;
    const response = await verify({ requestKey: await loginKey(), backupCode: typed });
    expect(response.statusCode).toBe(200);
    expect((await api.get('/users/info', { token: tokenOf(response) })).statusCode).toBe(200);
    const again = await verify({ requestKey: await loginKey(), backupCode: code });
    expect(refusalOf(again)).toMatchObject(OTP_INVALID);
  });

  it('refuses a used request key, even with a new code', async () => {
    const { qrCode } = await signUp(api, person);
    const requestKey = await loginKey();
    expect((await verify({ requestKey, otpCode: codeFor(qrCode) })).statusCode).toBe(200);
    api.clock.advance(STEP_MS);
    expect(refusalOf(await verify({ requestKey, otpCode: codeFor(qrCode) }))).toMatchObject(OTP_INVALID);
  });

  it('refuses a request key after 30 minutes', async () => {
    const { qrCode } = await signUp(api, person);
    const [early, late] = [await loginKey(), await loginKey()];
    api.clock.advance(30 * 60_000 - 1);
    expect((await verify({ requestKey: early, otpCode: codeFor(qrCode) })).statusCode).toBe(200);
    api.clock.advance(STEP_MS);
    expect(refusalOf(await verify({ requestKey: late, otpCode: codeFor(qrCode) }))).toMatchObject(OTP_INVALID);
  });

  it('counts wrong codes over all request keys, and returns Retry-After at the limit', async () => {
    const { qrCode } = await signUp(api, person);
    for (let i = 0; i < 20; i += 1) {
      const wrong = anotherCode(codeFor(qrCode));
      expect((await verify({ requestKey: await loginKey(), otpCode: wrong })).statusCode).toBe(400);
    }
    const requestKey = await loginKey();
    const refused = await verify({ requestKey, otpCode: codeFor(qrCode) });
    expect(refusalOf(refused)).toMatchObject({ status: 429, code: 'limit.exceeded' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60);
    // The refused try was not compared and did not count for the key.
    const open = await api.deps.db.challenge.findFirstOrThrow({
      where: { accountId: (await accountOf(person)).id, kind: 'totp_login' },
      orderBy: { attempts: 'asc' },
    });
    expect(open.attempts).toBe(0);
  });
});
