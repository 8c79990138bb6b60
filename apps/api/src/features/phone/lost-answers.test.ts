import { useTestApi } from '@laurel/support/hooks';
import { anotherCode, handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, phoneOwner, smsTo, textedCode } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

const api = useTestApi();

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
    const requestKey = handleOf(await askForSms(api, ada));
    const code = await textedCode(api, ada.phoneNumber);
    const eve = await phoneOwner(api, ada.phoneNumber);
    for (const answer of [await askForSms(api, eve), await askForSms(api, ada, { phoneNumber: newNumber() })]) {
      expect(refusalOf(answer).code).toBe('phone.cooldown');
      expect(answer.json()).not.toHaveProperty('data');
    }
    expect((await confirmPhone(api, ada, { requestKey, code })).statusCode).toBe(200);
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
