import { useTestApi } from '@laurel/support/hooks';
import { anotherCode, handleOf, refusalOf } from '@laurel/support/people';
import {
  askForSms,
  confirmPhone,
  newNumber,
  type PhoneOwner,
  phoneOwner,
  smsTo,
  textedCode,
} from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

const api = useTestApi();

const check = ({ token }: PhoneOwner) => api.get('/users/check-phone', { token });
const sentCode = async (owner: PhoneOwner) => {
  const requestKey = handleOf(await askForSms(api, owner));
  return { requestKey, code: await textedCode(api, owner.phoneNumber) };
};

describe('POST /users/confirm-phone-verify', () => {
  it('AP-08 PH-01 verifies the phone, as check-phone and info show', async () => {
    const ada = await phoneOwner(api);
    const response = await confirmPhone(api, ada, await sentCode(ada));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, data: { verified: true } });
    expect((await check(ada)).json()).toEqual({ success: true, data: { verified: true } });
    const { data } = (await api.get('/users/info', { token: ada.token })).json();
    expect(data.verifications).toContainEqual({ type: 'PHONE', verified: true });
    const { accountId } = ada;
    expect(await api.deps.db.claim.count({ where: { accountId } })).toBe(0);
    expect(await api.deps.db.clientHint.count({ where: { accountId, event: 'confirm_phone' } })).toBe(1);
  });

  it('AP-05 ER-05 check-phone returns 404 and the delivery state of the newest message before the phone is verified', async () => {
    const ada = await phoneOwner(api);
    const message = 'No phone verification record for this user';
    const unverified = { status: 404, code: 'phone.unverified', errors: [message] };
    expect(refusalOf(await check(ada))).toEqual({ ...unverified, success: false, message });
    await askForSms(api, ada);
    expect(refusalOf(await check(ada))).toMatchObject({ ...unverified, metadata: { delivery: 'queued' } });
    await api.deps.jobs.drain();
    expect(refusalOf(await check(ada))).toMatchObject({ ...unverified, metadata: { delivery: 'sent' } });
    api.clock.advance(2 * MINUTE_MS);
    await askForSms(api, ada);
    expect(refusalOf(await check(ada))).toMatchObject({ ...unverified, metadata: { delivery: 'queued' } });
    expect(refusalOf(await api.get('/users/check-phone')).code).toBe('auth.required');
  });

  it('ER-07 refuses a wrong code, and every code after five wrong ones', async () => {
    const ada = await phoneOwner(api);
    const right = await sentCode(ada);
    const wrong = { ...right, code: anotherCode(right.code) };
    for (let tries = 0; tries < 5; tries += 1) {
      expect(refusalOf(await confirmPhone(api, ada, wrong))).toMatchObject({
        status: 400,
        code: 'phone_code.wrong',
        errors: ['The code you provided is incorrect'],
      });
    }
    for (const body of [wrong, right]) {
      expect(refusalOf(await confirmPhone(api, ada, body))).toMatchObject({ status: 429, code: 'phone_code.attempts' });
    }
    expect((await check(ada)).statusCode).toBe(404);
  });

  it('PH-05 ER-07 returns 410 for a request that is too old, used, unknown, or of another account', async () => {
    const errors = ['No verification request found for this key'];
    const expired = { status: 410, code: 'phone_code.expired', errors };
    const ada = await phoneOwner(api);
    const late = await sentCode(ada);
    api.clock.advance(10 * MINUTE_MS);
    expect(refusalOf(await confirmPhone(api, ada, late))).toMatchObject(expired);
    const fresh = await sentCode(ada);
    const eve = await phoneOwner(api);
    expect(refusalOf(await confirmPhone(api, eve, fresh))).toMatchObject(expired);
    expect(refusalOf(await confirmPhone(api, ada, { ...fresh, requestKey: 'made-up' }))).toMatchObject(expired);
    expect((await confirmPhone(api, ada, fresh)).statusCode).toBe(200);
    expect(refusalOf(await confirmPhone(api, ada, fresh))).toMatchObject(expired);
  });

  it('proves only the number that the code was sent to', async () => {
    const ada = await phoneOwner(api);
    const answer = await sentCode(ada);
    await api.deps.db.account.update({ where: { id: ada.accountId }, data: { phoneNumber: '+380501112233' } });
    expect(refusalOf(await confirmPhone(api, ada, answer)).code).toBe('phone_code.expired');
    expect(await api.deps.db.phoneVerification.count({ where: { accountId: ada.accountId } })).toBe(0);
  });

  it('refuses a number that another account proved; only that account can restore a withdrawn one', async () => {
    const ada = await phoneOwner(api);
    const eve = await phoneOwner(api, ada.phoneNumber);
    const first = await sentCode(ada);
    api.clock.advance(2 * MINUTE_MS);
    const second = await sentCode(eve);
    expect((await confirmPhone(api, eve, second)).statusCode).toBe(200);
    const taken = { status: 409, code: 'account.phone_taken' };
    expect(refusalOf(await confirmPhone(api, ada, first))).toMatchObject(taken);

    const revokedAt = api.clock.now();
    await api.deps.db.phoneVerification.updateMany({ where: { accountId: eve.accountId }, data: { revokedAt } });
    expect((await check(eve)).statusCode).toBe(404);
    api.clock.advance(60 * MINUTE_MS);
    await api.deps.db.session.updateMany({ data: { twoFactorAt: api.clock.now() } });
    expect(refusalOf(await askForSms(api, ada))).toMatchObject(taken);
    expect((await confirmPhone(api, eve, await sentCode(eve))).statusCode).toBe(200);
    expect((await check(eve)).statusCode).toBe(200);
    const rows = await api.deps.db.phoneVerification.findMany({ where: { accountId: eve.accountId } });
    expect(rows).toMatchObject([{ revokedAt: null, verifiedAt: api.clock.now() }]);
  });

  it('VA-07 VA-11 refuses a code with letters with the text of its rule, and counts no attempt', async () => {
    const [code, text] = ['12a456', 'Code must contain only digits'];
    const ada = await phoneOwner(api);
    const right = await sentCode(ada);
    for (let tries = 0; tries < 6; tries += 1) {
      const refused = refusalOf(await confirmPhone(api, ada, { ...right, code }));
      expect(refused).toMatchObject({ status: 400, code: 'request.invalid', metadata: { fields: { code: text } } });
    }
    const { accountId } = ada;
    expect(await api.deps.db.challenge.findMany({ where: { accountId } })).toMatchObject([{ attempts: 0 }]);
    expect((await confirmPhone(api, ada, right)).statusCode).toBe(200);
  });
});

/** The request key in a limit's refusal. */
const keyIn = (answer: Awaited<ReturnType<typeof askForSms>>): string => {
  expect(answer.statusCode).toBe(429);
  expect(answer.json().data).toEqual({ code: expect.stringMatching(/^[\w-]{22}$/) });
  return answer.json().data.code;
};

describe('a code by SMS whose response was lost', () => {
  it('AP-07 PH-03 can be confirmed with the key in the refusal of another request during the cooldown', async () => {
    const ada = await phoneOwner(api);
    await askForSms(api, ada);
    const code = await textedCode(api, ada.phoneNumber);
    api.clock.advance(1_000);
    const again = await askForSms(api, ada, { phoneNumber: ada.phoneNumber });
    expect(refusalOf(again)).toMatchObject({ code: 'phone.cooldown', metadata: { retryAfterSeconds: 119 } });
    expect(again.headers['retry-after']).toBe('119');
    expect(await smsTo(api, ada.phoneNumber)).toHaveLength(1);
    expect((await confirmPhone(api, ada, { requestKey: keyIn(again), code })).statusCode).toBe(200);
  });

  it('PH-06 can be confirmed with the key in the refusal of the hourly and the daily limit', async () => {
    const ada = await phoneOwner(api);
    const wait = async (ms: number) => {
      api.clock.advance(ms);
      await api.deps.db.session.updateMany({ data: { twoFactorAt: api.clock.now() } });
    };
    await askForSms(api, ada);
    // A message that is replaced before it is sent costs nothing.
    await api.deps.jobs.drain();
    await wait(2 * MINUTE_MS);
    const given = handleOf(await askForSms(api, ada));
    const hourly = await askForSms(api, ada);
    expect(refusalOf(hourly).code).toBe('phone.hourly');
    const code = await textedCode(api, ada.phoneNumber);
    expect(keyIn(hourly)).toBe(given);
    const wrong = { requestKey: given, code: anotherCode(code) };
    expect(refusalOf(await confirmPhone(api, ada, wrong)).code).toBe('phone_code.wrong');

    await wait(60 * MINUTE_MS);
    expect((await askForSms(api, ada)).statusCode).toBe(200);
    const daily = await askForSms(api, ada);
    expect(refusalOf(daily).code).toBe('phone.daily');
    const right = { requestKey: keyIn(daily), code: await textedCode(api, ada.phoneNumber) };
    expect((await confirmPhone(api, ada, right)).statusCode).toBe(200);
  });

  it('ER-07 keeps its count of wrong codes', async () => {
    const ada = await phoneOwner(api);
    let requestKey = handleOf(await askForSms(api, ada));
    const code = await textedCode(api, ada.phoneNumber);
    for (let tries = 0; tries < 5; tries += 1) {
      requestKey = keyIn(await askForSms(api, ada));
      const wrong = { requestKey, code: anotherCode(code) };
      expect(refusalOf(await confirmPhone(api, ada, wrong)).code).toBe('phone_code.wrong');
    }
    expect(refusalOf(await confirmPhone(api, ada, { requestKey, code })).code).toBe('phone_code.attempts');
    expect((await askForSms(api, ada)).json()).not.toHaveProperty('data');
  });

  it('gives no key to another account with the same number, and none for another number', async () => {
    const ada = await phoneOwner(api);
    const sent = await sentCode(ada);
    const eve = await phoneOwner(api, ada.phoneNumber);
    for (const answer of [await askForSms(api, eve), await askForSms(api, ada, { phoneNumber: newNumber() })]) {
      expect(refusalOf(answer).code).toBe('phone.cooldown');
      expect(answer.json()).not.toHaveProperty('data');
    }
    expect((await confirmPhone(api, ada, sent)).statusCode).toBe(200);
  });

  it('gives no key once it has expired', async () => {
    const ada = await phoneOwner(api);
    await askForSms(api, ada);
    api.clock.advance(2 * MINUTE_MS);
    await askForSms(api, ada);
    api.clock.advance(10 * MINUTE_MS);
    const late = await askForSms(api, ada);
    expect(refusalOf(late).code).toBe('phone.hourly');
    expect(late.json()).not.toHaveProperty('data');
  });
});
