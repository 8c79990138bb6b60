import { useTestApi } from '@laurel/support/hooks';
import { authenticatorCode, handleOf, logIn, newPerson, refusalOf, signUp } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, phoneOwner, smsTo, textedCode } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const api = useTestApi();

const charges = (accountId: string): Promise<number> => api.deps.db.smsCharge.count({ where: { accountId } });
const numberOf = async (id: string): Promise<string | null> =>
  (await api.deps.db.account.findUniqueOrThrow({ where: { id } })).phoneNumber;

describe('POST /users/request-phone-verify', () => {
  it('AP-07 PH-01 returns the request key and sends the code to the account’s number, in the language of the request', async () => {
    const ada = await phoneOwner(api);
    const response = await askForSms(api, ada, {}, { headers: { 'accept-language': 'uk' } });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      data: { code: expect.stringMatching(/^[\w-]{22}$/) },
      metadata: { channel: 'sms', next: null },
    });
    const [text, ...more] = await smsTo(api, ada.phoneNumber);
    expect(text).toMatch(/^\d{6} — ваш код /);
    expect(more).toEqual([]);
    const charge = await api.deps.db.smsCharge.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(charge).toMatchObject({ callingCode: '380', channel: 'sms', network: '127.0.0.1', refundedAt: null });
    expect(await api.deps.db.clientHint.count({ where: { accountId: ada.accountId, event: 'request_phone' } })).toBe(1);
  });

  it.each([
    ['VA-05', '12', 'Enter a valid phone number in international format'],
    ['VA-06', '+919812345678', 'Invalid operator region'],
    ['VA-06', '+79031234567', undefined],
  ])(
    '%s checks the number %s by the edition’s rules and stores nothing if it is refused',
    async (_id, phoneNumber, message) => {
      const ada = await phoneOwner(api);
      const response = await askForSms(api, ada, { phoneNumber });
      if (message === undefined) return expect(response.statusCode).toBe(200);
      expect(refusalOf(response)).toMatchObject({
        status: 400,
        code: 'request.invalid',
        errors: [message],
        metadata: { fields: { phoneNumber: message } },
      });
      expect(await charges(ada.accountId)).toBe(0);
      expect(await numberOf(ada.accountId)).toBe(ada.phoneNumber);
    },
  );

  it('VA-06 refuses a number whose region was blocked after it was stored', async () => {
    const ada = await phoneOwner(api, '+919812345679');
    expect(refusalOf(await askForSms(api, ada))).toMatchObject({
      status: 400,
      metadata: { fields: { phoneNumber: 'Invalid operator region' } },
    });
    expect(await charges(ada.accountId)).toBe(0);
  });

  it('refuses a channel that this deployment does not have', async () => {
    const ada = await phoneOwner(api);
    for (const channel of ['telegram', 'pigeon']) {
      const { status, metadata } = refusalOf(await askForSms(api, ada, { channel }));
      expect([status, metadata?.fieldCodes]).toEqual([400, { channel: 'phoneChannel' }]);
    }
    expect(await charges(ada.accountId)).toBe(0);
  });

  it('accepts an empty body, because every field is optional', async () => {
    const { token } = await phoneOwner(api);
    const headers = { 'content-type': 'application/json' };
    const response = await api.post('/users/request-phone-verify', '', { token, headers });
    expect([response.statusCode, response.json().success]).toEqual([200, true]);
  });

  it('is refused if neither the account nor the request has a number', async () => {
    const ada = await phoneOwner(api);
    await api.deps.db.account.update({ where: { id: ada.accountId }, data: { phoneNumber: null } });
    expect(refusalOf(await askForSms(api, ada))).toMatchObject({ status: 400, code: 'phone.missing' });
    expect((await askForSms(api, ada, { phoneNumber: newNumber() })).statusCode).toBe(200);
  });
});

describe('the second factor', () => {
  /** A person whose session proved its second factor 15 minutes ago. */
  const memberWithOldFactor = async () => {
    const person = newPerson();
    const member = await signUp(api, person);
    api.clock.advance(15 * MINUTE_MS);
    const { token } = member;
    const otpCode = (): string => authenticatorCode(member.qrCode, api.clock.now());
    return { ...person, ...member, token, otpCode };
  };

  it('ER-06 is required after that: a missing, a wrong and a used code are refused and send nothing', async () => {
    const ada = await memberWithOldFactor();
    const refused = { status: 400, code: 'otp.invalid', errors: ['The provided OTP is invalid or expired'] };
    for (const factor of [{}, { otpCode: '000000' }, { backupCode: 'AAAAAAAAAA' }]) {
      expect(refusalOf(await askForSms(api, ada, factor))).toMatchObject(refused);
    }
    expect(await smsTo(api, ada.phoneNumber)).toEqual([]);
    const otpCode = ada.otpCode();
    expect((await askForSms(api, ada, { otpCode })).statusCode).toBe(200);
    api.clock.advance(15 * MINUTE_MS);
    expect(refusalOf(await askForSms(api, ada, { otpCode }))).toMatchObject(refused);
  });

  it('PH-01 is valid for the session’s next 15 minutes, and is not used up by a refusal', async () => {
    const ada = await memberWithOldFactor();
    expect((await askForSms(api, ada, { otpCode: ada.otpCode() })).statusCode).toBe(200);
    api.clock.advance(3 * MINUTE_MS);
    expect((await askForSms(api, ada)).statusCode).toBe(200);
    api.clock.advance(15 * MINUTE_MS);
    const otpCode = ada.otpCode();
    expect(refusalOf(await askForSms(api, ada, { otpCode })).code).toBe('phone.hourly');
    const login = await logIn(api, ada);
    const verified = await api.post('/users/verify-otp', { requestKey: login.json().data.requestKey, otpCode });
    expect(verified.statusCode).toBe(200);
  });

  it('PH-01 can be a backup code, once', async () => {
    const ada = await memberWithOldFactor();
    const { id } = await api.deps.db.account.findFirstOrThrow({ where: { phoneNumber: ada.phoneNumber } });
    const backupCode = 'MFRGGZDFMZ';
    const codeHash = api.deps.fingerprint('backup-code', `${id}\0${backupCode}`);
    await api.deps.db.backupCode.create({ data: { accountId: id, codeHash } });
    expect((await askForSms(api, ada, { backupCode: 'mfrgg-zdfmz' })).statusCode).toBe(200);
    api.clock.advance(15 * MINUTE_MS);
    expect(refusalOf(await askForSms(api, ada, { backupCode })).code).toBe('otp.invalid');
  });
});

describe('the limits', () => {
  it('PH-06 ER-06 two an hour, three a day, with the next allowed time, for an account, whatever the number', async () => {
    const ada = await phoneOwner(api);
    const start = api.clock.now();
    const iso = (ms: number): string => after(start, ms).toISOString();
    await askForSms(api, ada);
    api.clock.advance(10 * MINUTE_MS);
    await askForSms(api, ada);
    api.clock.advance(10 * MINUTE_MS);
    expect(refusalOf(await askForSms(api, ada))).toMatchObject({
      status: 429,
      code: 'phone.hourly',
      errors: ['You can only request phone verification twice per hour'],
      metadata: { nextAllowedRequestAtHourly: iso(HOUR_MS) },
    });
    // Another account with the same number has its own limits.
    const eve = await phoneOwner(api, ada.phoneNumber);
    expect((await askForSms(api, eve)).statusCode).toBe(200);
    // Another number does not lift the account's limit.
    expect(refusalOf(await askForSms(api, ada, { phoneNumber: newNumber() })).code).toBe('phone.hourly');

    await api.deps.db.session.updateMany({ data: { twoFactorAt: after(start, HOUR_MS) } });
    api.clock.advance(40 * MINUTE_MS);
    expect((await askForSms(api, ada)).statusCode).toBe(200);
    api.clock.advance(11 * MINUTE_MS);
    expect(refusalOf(await askForSms(api, ada))).toMatchObject({
      status: 429,
      code: 'phone.daily',
      errors: ['You can only request phone verification three times per day'],
      metadata: { nextAllowedRequestAtHourly: iso(24 * HOUR_MS) },
    });
    expect((await askForSms(api, eve)).statusCode).toBe(200);
    expect(await charges(ada.accountId)).toBe(3);
    expect(await charges(eve.accountId)).toBe(2);
  });
});

describe('another number', () => {
  it('replaces the unverified number, and its code replaces the earlier code', async () => {
    const ada = await phoneOwner(api);
    const requestKey = handleOf(await askForSms(api, ada));
    const code = await textedCode(api, ada.phoneNumber);
    api.clock.advance(2 * MINUTE_MS);
    const phoneNumber = newNumber();
    const second = handleOf(await askForSms(api, ada, { phoneNumber: phoneNumber.slice(1) }));
    expect(await numberOf(ada.accountId)).toBe(phoneNumber);
    expect(refusalOf(await confirmPhone(api, ada, { requestKey, code })).code).toBe('phone_code.expired');
    expect(await smsTo(api, ada.phoneNumber)).toHaveLength(1);
    const right = { requestKey: second, code: await textedCode(api, phoneNumber) };
    expect((await confirmPhone(api, ada, right)).statusCode).toBe(200);
  });

  it('ER-02 is refused for a day if another account claimed it, and for good if another account proved it', async () => {
    const errors = ['User with this phone number already exists'];
    const taken = { status: 409, code: 'account.phone_taken', errors };
    const ada = await phoneOwner(api);
    const eve = await phoneOwner(api);
    const [held, proven] = [newNumber(), newNumber()];
    expect((await askForSms(api, ada, { phoneNumber: held })).statusCode).toBe(200);
    expect(refusalOf(await askForSms(api, eve, { phoneNumber: held }))).toMatchObject(taken);
    expect(await numberOf(eve.accountId)).toBe(eve.phoneNumber);

    const now = api.clock.now();
    await api.deps.db.phoneVerification.create({
      data: {
        accountId: ada.accountId,
        phoneHash: api.deps.fingerprint('phone', proven),
        verifiedAt: now,
        revokedAt: now,
      },
    });
    expect(refusalOf(await askForSms(api, eve, { phoneNumber: proven }))).toMatchObject(taken);
    expect(await charges(eve.accountId)).toBe(0);

    api.clock.advance(24 * HOUR_MS - 1_000);
    const late = await phoneOwner(api);
    expect(refusalOf(await askForSms(api, late, { phoneNumber: held }))).toMatchObject(taken);
    api.clock.advance(1_000);
    expect((await askForSms(api, late, { phoneNumber: held })).statusCode).toBe(200);
    const claim = await api.deps.db.claim.findFirstOrThrow({ where: { kind: 'phone', accountId: late.accountId } });
    expect(Buffer.from(claim.fingerprint).equals(api.deps.fingerprint('phone', held))).toBe(true);
  });

  it('releases the number that was claimed before', async () => {
    const ada = await phoneOwner(api);
    const [first, second] = [newNumber(), newNumber()];
    await askForSms(api, ada, { phoneNumber: first });
    api.clock.advance(2 * MINUTE_MS);
    await askForSms(api, ada, { phoneNumber: second });
    const eve = await phoneOwner(api);
    const response = await askForSms(api, eve, { phoneNumber: first });
    expect(response.statusCode).toBe(200);
  });

  it('can be tried 20 times a day, because the refusal reveals that another account has it', async () => {
    const ada = await phoneOwner(api);
    const eve = await phoneOwner(api);
    const phoneNumber = newNumber();
    await askForSms(api, eve, { phoneNumber });
    const answers = await Promise.all(Array.from({ length: 30 }, () => askForSms(api, ada, { phoneNumber })));
    const codes = answers.map((answer) => refusalOf(answer).code);
    expect(codes.filter((code) => code === 'account.phone_taken')).toHaveLength(20);
    expect(codes.filter((code) => code === 'limit.exceeded')).toHaveLength(10);
  });

  it('is not counted as tried if a request names the account’s own number', async () => {
    const ada = await phoneOwner(api);
    const { phoneNumber } = ada;
    const answers = await Promise.all(Array.from({ length: 30 }, () => askForSms(api, ada, { phoneNumber })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => refusalOf(answer).code);
    expect(refused).toEqual(Array.from({ length: 29 }, () => 'phone.cooldown'));
  });

  it('is refused once the phone is verified', async () => {
    const ada = await phoneOwner(api);
    const requestKey = handleOf(await askForSms(api, ada));
    await confirmPhone(api, ada, { requestKey, code: await textedCode(api, ada.phoneNumber) });
    api.clock.advance(2 * MINUTE_MS);
    for (const body of [{}, { phoneNumber: newNumber() }]) {
      expect(refusalOf(await askForSms(api, ada, body))).toMatchObject({ status: 409, code: 'phone.already_verified' });
    }
    expect(await numberOf(ada.accountId)).toBe(ada.phoneNumber);
  });
});
