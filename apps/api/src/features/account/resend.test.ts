import { useTestApi } from '@laurel/support/hooks';
import {
  countStatus,
  handleOf,
  logIn,
  mailedCode,
  mailsTo,
  newNetwork,
  newPerson,
  proveMailbox,
  refusalOf,
  register,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { notBefore } from './mailbox.service.ts';

const HOUR_MS = 60 * 60_000;
const CALLS = ['/users/resend-email-code', '/users/forgot-password'] as const;

const api = useTestApi();

const requestCode = (path: string, login: string, ip: string, headers: Record<string, string> = {}) =>
  api.post(path, { login }, { ip, headers });

describe('POST /users/resend-email-code', () => {
  it('sends a code that works, by address or by phone number', async () => {
    const ip = newNetwork();
    for (const field of ['email', 'phoneNumber'] as const) {
      const ada = newPerson();
      await register(api, ada);
      const requestId = handleOf(await requestCode(CALLS[0], ada[field], ip));
      const code = await mailedCode(api, ada.email);
      expect((await api.post('/users/verify-email', { requestId, code })).statusCode).toBe(200);
    }
  });

  it('sends the code of a proven account to its own address, whatever spelling was typed', async () => {
    const ada = newPerson();
    await proveMailbox(api, ada);
    const typed = ada.email.replace('@', '+other@');
    const before = (await mailsTo(api, ada.email)).length;
    expect((await requestCode(CALLS[1], typed, newNetwork())).statusCode).toBe(200);
    expect(await mailsTo(api, ada.email)).toHaveLength(before + 1);
    expect(await mailsTo(api, typed)).toEqual([]);
  });

  it('I18-03 sends the mail in the language of the account', async () => {
    const ada = newPerson();
    await register(api, ada, { headers: { 'accept-language': 'uk' } });
    await requestCode(CALLS[0], ada.email, newNetwork(), { 'accept-language': 'en' });
    const [mail] = await mailsTo(api, ada.email);
    expect(mail?.text).toContain('\nВітаємо.\n');
  });

  it('sends nothing to a mailbox that is already proven', async () => {
    const ada = newPerson();
    await proveMailbox(api, ada);
    const before = await mailsTo(api, ada.email);
    expect((await requestCode(CALLS[0], ada.email, newNetwork())).statusCode).toBe(200);
    expect(await mailsTo(api, ada.email)).toHaveLength(before.length);
  });
});

describe.each(CALLS)('%s', (path) => {
  it('sends five mails an hour to one address, and returns 429 for unknown logins, too', async () => {
    // This test fails (12 of 12 sent) with the charge taken out.
    const ada = newPerson();
    const ip = newNetwork();
    await register(api, ada, { ip });
    const many = (login: string) => Promise.all(Array.from({ length: 12 }, () => requestCode(path, login, ip)));
    const [known, unknown] = [await many(ada.email), await many(newPerson().email)];
    // Registering sent one of the five.
    expect([countStatus(known, 200), countStatus(known, 429)]).toEqual([4, 8]);
    expect([countStatus(unknown, 200), countStatus(unknown, 429)]).toEqual([5, 7]);
    expect(await api.deps.db.challenge.count({ where: { account: { email: ada.email } } })).toBe(5);
    const refused = await requestCode(path, ada.email, ip);
    expect(refusalOf(refused).code).toBe('limit.exceeded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    api.clock.advance(HOUR_MS);
    expect((await requestCode(path, ada.email, ip)).statusCode).toBe(200);
  });
});

// The resend has the same limits, in the same function.
describe('the limits of requests for a mail', () => {
  const path = CALLS[1];

  it('are twenty a day to one address over all networks, also for unknown logins', async () => {
    const ada = newPerson();
    await register(api, ada);
    const many = (login: string) =>
      Promise.all(Array.from({ length: 25 }, (_each, index) => requestCode(path, login, `203.0.113.${index}`)));
    const [known, unknown] = [await many(ada.email), await many(newPerson().email)];
    for (const each of [known, unknown]) expect([countStatus(each, 200), countStatus(each, 429)]).toEqual([20, 5]);
    // Registering sent one of the twenty.
    expect(await api.deps.db.challenge.count({ where: { account: { email: ada.email } } })).toBe(20);
    expect((await mailsTo(api, ada.email)).length).toBeLessThanOrEqual(20);
    api.clock.advance(24 * HOUR_MS);
    expect((await requestCode(path, ada.email, newNetwork())).statusCode).toBe(200);
  });

  it('RO-03 are 60 an hour for one network, whatever address the client declares', async () => {
    const ip = newNetwork();
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_each, index) =>
        requestCode(path, newPerson().email, ip, { 'x-client-ip': `203.0.113.${index}` }),
      ),
    );
    expect([countStatus(answers, 200), countStatus(answers, 429)]).toEqual([60, 10]);
  });
});

describe('a code sent by a login', () => {
  it('counts towards the mails of the hour', async () => {
    const ada = newPerson();
    await register(api, ada);
    await mailsTo(api, ada.email);
    api.clock.advance(HOUR_MS / 2);
    expect((await logIn(api, ada)).statusCode).toBe(403);
    expect(await mailsTo(api, ada.email)).toHaveLength(2);
    const answers = [];
    for (let each = 0; each < 4; each += 1) answers.push(await requestCode(CALLS[1], ada.email, '127.0.0.1'));
    expect(countStatus(answers, 200)).toBe(3);
  });
});

describe('the owner of a mailbox with which another person registers and logs in', () => {
  it('is mailed twenty times a day, from any number of networks', async () => {
    const victim = newPerson();
    await register(api, victim, { ip: '198.51.100.1' });
    const answers = [];
    for (let index = 0; index < 25; index += 1) answers.push(await logIn(api, victim, { ip: `203.0.113.${index}` }));
    // This test fails (25 of 25 sent) without the limit.
    expect([countStatus(answers, 403), countStatus(answers, 429)]).toEqual([20, 5]);
    // The registration created one, and logins created twenty.
    expect(await api.deps.db.challenge.count({ where: { account: { email: victim.email } } })).toBe(21);
    expect((await mailsTo(api, victim.email)).length).toBeLessThanOrEqual(21);
  });
});

describe('notBefore', () => {
  it('passes on a result or a failure', async () => {
    expect(await notBefore(1, async () => 'done')).toBe('done');
    await expect(notBefore(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
