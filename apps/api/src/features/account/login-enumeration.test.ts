import { compareDurations } from '@laurel/support/compare-durations';
import { useTestApi } from '@laurel/support/hooks';
import { clientAt, newPerson, type Person, register } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords, STANDARD_COST } from '../../crypto/password.ts';
import { newHandle } from '../../crypto/random.ts';
import { createLogin } from './login.service.ts';

const api = useTestApi({ LIMITS_LOGIN_ACCOUNT_QUARTER: '100000', LIMITS_LOGIN_NETWORK_QUARTER: '100000' });
let ada: Person;
let passwords: Passwords;
let compared = 0;
beforeAll(async () => {
  // Hashes like production at full scale, and with lower costs otherwise.
  const real = createPasswords(sized(0, 1) === 1 ? STANDARD_COST : { memoryKiB: 8_192, passes: 2 });
  passwords = {
    ...real,
    verify: (...args) => {
      compared += 1;
      return real.verify(...args);
    },
  };
  ada = newPerson();
  await register(api, ada);
  const passwordHash = await passwords.hash(ada.password);
  await api.deps.db.account.updateMany({ where: { email: ada.email }, data: { passwordHash } });
});

/** Logs in with a wrong password and returns the code of the refusal. */
const attempt = async (login: string): Promise<string> => {
  const { findByLogin, mailbox, config, ...deps } = api.deps;
  const { attempt: logIn } = createLogin({
    ...deps,
    rules: config.limits.login,
    passwords,
    findAccount: findByLogin,
    awaitEmailCode: mailbox.awaitEmailCode,
  });
  const wrong = { login, password: 'Wrong1!x', deviceToken: undefined, setupToken: newHandle(), client: clientAt() };
  return logIn(wrong, api.clock.now()).then(
    () => 'let in',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'broken'),
  );
};

describe('a wrong password', () => {
  it('is compared once for known and unknown logins, by address and by number', async () => {
    const other = newPerson();
    for (const login of [ada.email, ada.phoneNumber, other.email, other.phoneNumber, 'nobody', '💐']) {
      compared = 0;
      expect(await attempt(login)).toMatch(/^login\./);
      expect(compared).toBe(1);
    }
  });

  it('takes as long for an account as for an unknown login', async () => {
    const { email } = newPerson();
    const bounds = { pairs: sized(15, 100), beyond: sized(0.85, 0.7) };
    const known = () => attempt(ada.email);
    const unknown = () => attempt(email);
    expect(await compareDurations(bounds, known, unknown)).toBeUndefined();
  });
});
