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
  it('sends the same response for known and unknown logins', async () => {
    const [ip, ada] = [newNetwork(), newPerson()];
    await register(api, ada);
    const unknown = ['nobody@example.org', '+380999999999', 'nobody', '@', '💐', 'a@b', "' OR 1=1 --"];
    const shapes = await Promise.all(
      [ada.email, ada.phoneNumber, ...unknown].map(async (login) => {
        const answer = await requestCode(path, login, ip);
        const { date: _date, ...headers } = answer.headers;
        const body = answer.json();
        expect(body.data.code).toMatch(/^[\w-]{22}$/);
        return { status: answer.statusCode, headers, body: { ...body, data: { code: 'x' } } };
      }),
    );
    for (const each of shapes) expect(each).toEqual(shapes[0]);
    expect(shapes[0]).toMatchObject({ status: 200, body: { success: true } });
  });

  it('delays the response for known and unknown logins', async () => {
    const [ip, ada] = [newNetwork(), newPerson()];
    await register(api, ada);
    for (const login of [ada.email, 'nobody-else@example.org']) {
      const before = performance.now();
      await requestCode(path, login, ip);
      expect(performance.now() - before).toBeGreaterThan(120);
    }
  });

  it('sends five mails an hour to one address, and returns 429 for unknown logins, too', async () => {
    // This test fails (40 of 40 sent) with the charge taken out.
    const ada = newPerson();
    const ip = newNetwork();
    await register(api, ada, { ip });
    const many = (login: string) => Promise.all(Array.from({ length: 40 }, () => requestCode(path, login, ip)));
    const [known, unknown] = [await many(ada.email), await many(newPerson().email)];
    // Registering sent one of the five.
    expect([countStatus(known, 200), countStatus(known, 429)]).toEqual([4, 36]);
    expect([countStatus(unknown, 200), countStatus(unknown, 429)]).toEqual([5, 35]);
    expect(await api.deps.db.challenge.count({ where: { account: { email: ada.email } } })).toBe(5);
    const refused = await requestCode(path, ada.email, ip);
    expect(refusalOf(refused).code).toBe('limit.exceeded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    api.clock.advance(HOUR_MS);
    expect((await requestCode(path, ada.email, ip)).statusCode).toBe(200);
  });

  it('sends twenty mails a day to one address over all networks, and returns 429 for unknown logins, too', async () => {
    const ada = newPerson();
    await register(api, ada);
    const many = (login: string) =>
      Promise.all(Array.from({ length: 40 }, (_each, index) => requestCode(path, login, `203.0.113.${index}`)));
    const [known, unknown] = [await many(ada.email), await many(newPerson().email)];
    for (const each of [known, unknown]) expect([countStatus(each, 200), countStatus(each, 429)]).toEqual([20, 20]);
    // Registering sent one of the twenty.
    expect(await api.deps.db.challenge.count({ where: { account: { email: ada.email } } })).toBe(20);
    expect((await mailsTo(api, ada.email)).length).toBeLessThanOrEqual(20);
    api.clock.advance(24 * HOUR_MS);
    expect((await requestCode(path, ada.email, newNetwork())).statusCode).toBe(200);
  });

  it('counts the canonical form of an address, known or not', async () => {
    const newName = (): string => newPerson().email.replace('@example.org', '');
    const [known, unknown] = [newName(), newName()];
    await register(api, newPerson({ email: `${known}@gmail.com` }));
    for (const name of [known, unknown]) {
      const dotted = name.replace(/^a/, 'a.');
      const spellings = [`${name}@gmail.com`, `${name}+1@gmail.com`, `${name}@googlemail.com`, `${dotted}@gmail.com`];
      const ip = newNetwork();
      const statuses: number[] = [];
      for (const login of [...spellings, ...spellings.slice(0, 2)]) {
        statuses.push((await requestCode(path, login, ip)).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it('RO-03 sends 60 mails an hour for one network, whatever address the client declares', async () => {
    const ip = newNetwork();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_each, index) =>
        requestCode(path, newPerson().email, ip, { 'x-client-ip': `203.0.113.${index}` }),
      ),
    );
    expect([countStatus(answers, 200), countStatus(answers, 429)]).toEqual([60, 20]);
  });

  it('VA-11 refuses a body without a login', async () => {
    for (const body of [{}, { login: '' }, { login: 7 }]) {
      expect(refusalOf(await api.post(path, body))).toMatchObject({
        status: 400,
        metadata: { fields: { login: 'This field is required' } },
      });
    }
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

describe('notBefore', () => {
  it('passes on a result or a failure', async () => {
    expect(await notBefore(1, async () => 'done')).toBe('done');
    await expect(notBefore(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
