import { startTestApi, type TestApi } from '@laurel/support/harness';
import { newPerson, type Person, register } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { toldApart } from '@laurel/support/told-apart';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords, STANDARD_COST } from '../../crypto/password.ts';
import { newHandle } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { createLogin } from './login.service.ts';

const client: Client = {
  ip: '127.0.0.1',
  network: '127.0.0.1',
  language: 'en',
  declared: { ip: null, userAgent: null, timeZone: null },
};

let api: TestApi;
let ada: Person;
let passwords: Passwords;
let compared = 0;
beforeAll(async () => {
  api = await startTestApi({ LIMITS_LOGIN_ACCOUNT_QUARTER: '100000', LIMITS_LOGIN_NETWORK_QUARTER: '100000' });
  // A real hash, at the full size the one that production makes.
  const real = createPasswords(sized(0, 1) === 1 ? STANDARD_COST : { memoryKiB: 8_192, passes: 2 });
  passwords = {
    ...real,
    verify: (...ask) => {
      compared += 1;
      return real.verify(...ask);
    },
  };
  ada = newPerson();
  await register(api, ada);
  const passwordHash = await passwords.hash(ada.password);
  await api.deps.db.account.updateMany({ where: { email: ada.email }, data: { passwordHash } });
});
afterAll(() => api.close());

/** A login with a wrong password; the code of its refusal. */
const attempt = async (login: string): Promise<string> => {
  const { findByLogin, mailbox, config, ...given } = api.deps;
  const { attempt: logIn } = createLogin({
    ...given,
    rules: config.limits.login,
    passwords,
    findAccount: findByLogin,
    awaitEmailCode: mailbox.awaitEmailCode,
  });
  const refused = logIn(
    { login, password: 'Wrong1!x', deviceToken: undefined, setupToken: newHandle(), client },
    api.clock.now(),
  );
  return refused.then(
    () => 'let in',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'broken'),
  );
};

describe('a wrong password', () => {
  it('is compared once for an account and once for nobody, by address and by number', async () => {
    const nobody = newPerson();
    for (const login of [ada.email, ada.phoneNumber, nobody.email, nobody.phoneNumber, 'nobody', '💐']) {
      compared = 0;
      expect(await attempt(login)).toMatch(/^login\./);
      expect(compared).toBe(1);
    }
  });

  it('takes as long for an account as for nobody', async () => {
    const nobody = newPerson();
    const bounds = { pairs: sized(15, 100), beyond: sized(0.85, 0.7) };
    const known = () => attempt(ada.email);
    const unknown = () => attempt(nobody.email);
    expect(await toldApart(bounds, known, unknown)).toBeUndefined();
  });
});
