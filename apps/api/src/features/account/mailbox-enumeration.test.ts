import { compareDurations } from '@laurel/support/compare-durations';
import { useTestApi } from '@laurel/support/hooks';
import { clientAt, handleOf, newNetwork, newPerson, type Person, proveMailbox, register } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../crypto/password.ts';
import { createMailbox } from './mailbox.service.ts';

const MANY = '1000000';
const limits = {
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
beforeAll(() => Promise.all([proveMailbox(api, ada), register(api, waiting)]));

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
