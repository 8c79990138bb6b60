import { useTestApi } from '@laurel/support/hooks';
import { anotherCode, authenticatorCode, newPerson, proveMailbox, refusalOf } from '@laurel/support/people';
import { beforeAll, describe, expect, it } from 'vitest';

const api = useTestApi({ PUBLIC_URL: 'https://awards.example.org' });
let requestKey: string;
let qrCode: string;
beforeAll(async () => {
  ({ requestKey, qrCode } = await proveMailbox(api, newPerson()));
});

const verify = (body: unknown) => api.post('/users/verify-otp', body);
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
    const [otpCode, message] = ['12345a', 'Code must contain only digits'];
    const before = await everything();
    const refusal = refusalOf(await verify({ requestKey, otpCode }));
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', metadata: { fields: { otpCode: message } } });
    expect(refusal.errors).toContain(message);
    expect(await everything()).toEqual(before);
  });

  it('ER-03 returns the same error for every wrong, used or unknown two-factor code', async () => {
    const expected = { status: 400, code: 'otp.invalid', errors: ['The provided OTP is invalid or expired'] };
    const wrong = anotherCode(authenticatorCode(qrCode, api.clock.now()));
    for (const key of [requestKey, 'AAAAAAAAAAAAAAAAAAAAAA', 'mangled']) {
      expect(refusalOf(await verify({ requestKey: key, otpCode: wrong }))).toMatchObject(expected);
    }
    expect(refusalOf(await verify({ requestKey, backupCode: 'ABCDEFGHIJ' }))).toMatchObject(expected);
    const other = await proveMailbox(api, newPerson());
    const used = { requestKey: other.requestKey, otpCode: authenticatorCode(other.qrCode, api.clock.now()) };
    expect((await verify(used)).statusCode).toBe(200);
    expect(refusalOf(await verify(used))).toMatchObject(expected);
  });

  it('sets a Secure cookie when the site has https', async () => {
    const response = await verify({ requestKey, otpCode: authenticatorCode(qrCode, api.clock.now()) });
    expect(response.statusCode).toBe(200);
    expect(response.cookies).toEqual([
      expect.objectContaining({ name: '__Host-laurel_device', path: '/', secure: true, httpOnly: true }),
    ]);
  });
});
