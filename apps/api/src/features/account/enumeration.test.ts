import { compareDurations } from '@laurel/support/compare-durations';
import { useTestApi } from '@laurel/support/hooks';
import { clientAt, handleOf, newNetwork, newPerson, type Person, proveMailbox, register } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords, STANDARD_COST } from '../../crypto/password.ts';
import { newHandle } from '../../crypto/random.ts';
import { createLogin } from './login.service.ts';
import { createMailbox } from './mailbox.service.ts';

const MANY = '1000000';
const limits = {
  LIMITS_LOGIN_ACCOUNT_QUARTER: MANY,
  LIMITS_LOGIN_NETWORK_QUARTER: MANY,
  LIMITS_MAIL_ACCOUNT_HOUR: MANY,
  LIMITS_MAIL_ACCOUNT_DAY: MANY,
  LIMITS_MAIL_NETWORK_HOUR: MANY,
  LIMITS_CODES_ACCOUNT_DAY: MANY,
  LIMITS_CODES_ACCOUNT_TOTAL: MANY,
  LIMITS_CODES_NETWORK_HOUR: MANY,
};
/** Requests for mails take as long as in production. */
const api = useTestApi(limits, undefined, {});
const [ada, waiting, unregistered] = [newPerson(), newPerson(), newPerson()];
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
  await Promise.all([proveMailbox(api, ada), register(api, waiting)]);
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
    const logins = [ada, unregistered].flatMap(({ email, phoneNumber }) => [email, phoneNumber]);
    for (const login of [...logins, 'nobody', '💐']) {
      compared = 0;
      expect(await attempt(login)).toMatch(/^login\./);
      expect(compared).toBe(1);
    }
  });

  it('takes as long for an account as for an unknown login', async () => {
    const bounds = { pairs: sized(15, 100), beyond: sized(0.85, 0.7) };
    const known = () => attempt(ada.email);
    const unknown = () => attempt(unregistered.email);
    expect(await compareDurations(bounds, known, unknown)).toBeUndefined();
  });
});

/** Requests a code, each time from another network, because a flood from one network needs a proof of work. */
const requestCode = async (path: string, { email: login }: Person): Promise<void> => {
  expect((await api.post(path, { login }, { ip: newNetwork() })).statusCode).toBe(200);
};

describe.each([
  ['/users/forgot-password', ada],
  ['/users/resend-email-code', waiting],
])('POST %s', (path, known) => {
  it('answers neither a known nor an unknown login at once', async () => {
    const before = performance.now();
    const elapsed = async (person: Person) => {
      await requestCode(path, person);
      return performance.now() - before;
    };
    for (const each of await Promise.all([known, unregistered].map(elapsed))) expect(each).toBeGreaterThan(120);
  });

  it('takes as long for an account as for an unknown login', async () => {
    const difference = compareDurations(
      { pairs: sized(4, 60), beyond: sized(0.85, 0.7) },
      () => requestCode(path, known),
      () => requestCode(path, unregistered),
    );
    expect(await difference).toBeUndefined();
  });
});

describe('a new password with a wrong code', () => {
  it('is hashed once for known and unknown logins, and not for a made-up request id', async () => {
    const { findByLogin, config, ...deps } = api.deps;
    const real = createPasswords({ memoryKiB: 64, passes: 1 });
    let hashed = 0;
    const mailbox = createMailbox({
      ...deps,
      rules: config.limits.mail,
      findAccount: findByLogin,
      knowsDevice: async () => false,
      passwords: {
        ...real,
        hash: (password) => {
          hashed += 1;
          return real.hash(password);
        },
      },
    });
    const hashes = async (requestId: string, guesses = 1): Promise<number> => {
      hashed = 0;
      const answer = { requestId, code: '000000', password: 'Another2$', client: clientAt() };
      const tried = Array.from({ length: guesses }, () => mailbox.reset(answer, api.clock.now()));
      const outcomes = await Promise.allSettled(tried);
      expect(outcomes.map(({ status }) => status)).toEqual(tried.map(() => 'rejected'));
      return hashed;
    };
    const requestIdOf = async ({ email: login }: Person) =>
      handleOf(await api.post('/users/forgot-password', { login }));
    expect(await hashes(await requestIdOf(ada))).toBe(1);
    expect(await hashes(await requestIdOf(unregistered))).toBe(1);
    expect(await hashes('q0Vb3v1xJ8mBq7nZ2bWc4A')).toBe(0);
    // This test fails (40 are hashed) if the guesses for one request id do not wait for each other.
    expect(await hashes(await requestIdOf(unregistered), 40)).toBeLessThanOrEqual(5);
  });
});
