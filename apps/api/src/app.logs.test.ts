import { useTestApi } from '@laurel/support/hooks';
import { latestCode } from '@laurel/support/inbox';
import { handleOf, logIn, newPerson, signUp } from '@laurel/support/people';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

const lines: string[] = [];
const api = useTestApi({ LOG_LEVEL: 'trace' }, (line) => lines.push(line));

describe('the log', () => {
  it('has the request id on every line of a request, and no personal data', async () => {
    const person = newPerson();
    const { token, cookie } = await signUp(api, person);
    const requestKey = handleOf(await api.post('/users/request-phone-verify', {}, { token }));
    const code = await latestCode(api.deps, person.phoneNumber);
    await api.post('/users/confirm-phone-verify', { requestKey, code }, { token });
    await api.post(
      '/users/verification',
      { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' },
      { token },
    );
    await logIn(api, { ...person, password: 'Wrong-1!' });
    await logIn(api, person, { headers: { cookie, 'x-client-ip': '198.51.100.7' } });
    await api.post('/users/register', person);
    await api.post('/vote', { nomination: 'best-partner', niche: 'crypto', vote: 'nobody' }, { token });
    await api.deps.jobs.drain();

    const found = ['answered', 'request refused', 'a credential was refused'].map((msg) =>
      lines.filter((line) => line.includes(`"msg":"${msg}"`)),
    );
    for (const each of found) expect(each).not.toEqual([]);
    expect(found.flat().filter((line) => !/"reqId":"[^"]+"/.test(line))).toEqual([]);
    const log = lines.join('');
    for (const secret of [
      person.email,
      person.phoneNumber,
      person.phoneNumber.slice(1),
      person.name,
      person.password,
      token,
      code,
      requestKey,
      'ada.lovelace',
      '198.51.100.7',
      cookie.split('=')[1] ?? cookie,
    ]) {
      expect(log.includes(secret), secret).toBe(false);
    }
  });

  it('has every rejected credential with its route and reason, at the default level, without names', async () => {
    const person = newPerson();
    const { token } = await signUp(api, person);
    const unknown = newPerson();
    lines.length = 0;
    await logIn(api, { ...person, password: 'Wrong-1!' });
    await logIn(api, unknown);
    await api.post('/users/verify-otp', { requestKey: 'nobodys', otpCode: '000000' });
    await api.get('/users/info', { token });
    const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a credential was refused');
    expect(refused).toEqual([
      expect.objectContaining({
        level: 30,
        code: 'login.wrong_password',
        route: '/api/users/login',
        reqId: expect.any(String),
      }),
      expect.objectContaining({ level: 30, code: 'login.unknown', route: '/api/users/login' }),
      expect.objectContaining({
        level: 30,
        code: 'otp.invalid',
        route: '/api/users/verify-otp',
        time: expect.any(Number),
      }),
    ]);
    for (const { email } of [person, unknown]) expect(lines.join('').includes(email)).toBe(false);
  });

  it('has the codes and place of a database error, and nothing of the rejected row', async () => {
    const owner = new pg.Client(api.migrateUrl);
    await owner.connect();
    await owner.query(`ALTER TABLE accounts ADD CONSTRAINT no_nobody CHECK (name <> 'Nobody At All')`);
    await owner.end();
    const person = newPerson({ name: 'Nobody At All' });
    lines.length = 0;
    expect((await api.post('/users/register', person)).statusCode).toBe(500);
    const { db, logger, pool } = api.deps;
    for (const refused of [
      () => db.$queryRaw`SELECT ${person.email}::uuid`,
      () => pool.query('SELECT $1::text::uuid', [person.email]),
      () => db.account.findMany({ where: { email: person.email, id: person.phoneNumber } }),
    ]) {
      await expect(
        refused().catch((err: unknown) => {
          logger.error({ err: new Error('wrapped', { cause: err }) }, 'failed');
          throw err;
        }),
      ).rejects.toThrow();
    }

    const failures = lines.filter((line) => line.includes('"err"'));
    expect(failures).toHaveLength(4);
    expect(failures[0]).toContain('23514');
    expect(failures[0]).toContain('features/account/');
    for (const line of failures.slice(1)) expect(line).toMatch(/"message":"wrapped".*app\.logs\.test\.ts.*"cause":\{/);
    for (const secret of [person.email, person.phoneNumber, person.name, '$argon2id']) {
      expect(lines.join('').includes(secret), secret).toBe(false);
    }
  });
});
