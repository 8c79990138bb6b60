import { startTestApi, type TestApi } from '@laurel/support/harness';
import { handleOf, newPerson, type Person, proveMailbox, register } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { toldApart } from '@laurel/support/told-apart';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../crypto/password.ts';
import type { Client } from '../../http/client.ts';
import { createMailbox } from './mailbox.service.ts';

const MANY = '1000000';
const client: Client = {
  ip: '127.0.0.1',
  network: '127.0.0.1',
  language: 'en',
  declared: { ip: null, userAgent: null, timeZone: null },
};

let api: TestApi;
let [ada, nobody]: Person[] = [];
beforeAll(async () => {
  api = await startTestApi({
    LIMITS_MAIL_ACCOUNT_HOUR: MANY,
    LIMITS_MAIL_ACCOUNT_DAY: MANY,
    LIMITS_MAIL_NETWORK_HOUR: MANY,
    LIMITS_CODES_ACCOUNT_DAY: MANY,
    LIMITS_CODES_ACCOUNT_TOTAL: MANY,
    LIMITS_CODES_NETWORK_HOUR: MANY,
  });
  [ada, nobody] = [newPerson(), newPerson()];
  await proveMailbox(api, ada);
});
afterAll(() => api.close());

/** Asks for a code; every hundred networks another one, for a flood asks for a proof of work. */
let asked = 0;
const ask = (path: string, login = ''): Promise<unknown> => {
  asked += 1;
  return api.post(path, { login }, { ip: `198.51.${Math.floor(asked / 250) % 250}.${asked % 250}` });
};

describe('a code that is asked for', () => {
  const bounds = { pairs: sized(8, 60), beyond: sized(0.85, 0.7) };

  it('for a new password takes as long for an account as for nobody', async () => {
    const path = '/users/forgot-password';
    const told = toldApart(
      bounds,
      () => ask(path, ada?.email),
      () => ask(path, nobody?.email),
    );
    expect(await told).toBeUndefined();
  });

  it('for the mailbox again takes as long for an account that waits for it as for nobody', async () => {
    const path = '/users/resend-email-code';
    const waiting = newPerson();
    await register(api, waiting);
    const told = toldApart(
      bounds,
      () => ask(path, waiting.email),
      () => ask(path, nobody?.email),
    );
    expect(await told).toBeUndefined();
  });
});

describe('a new password with a wrong code', () => {
  it('is hashed once for an account and once for nobody, and not at all for a request id that was made up', async () => {
    const { findByLogin, config, db, ...given } = api.deps;
    const real = createPasswords({ memoryKiB: 64, passes: 1 });
    let hashed = 0;
    const mailbox = createMailbox({
      ...given,
      db,
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
    const hashes = async (requestId: string): Promise<number> => {
      hashed = 0;
      const answer = { requestId, code: '000000', password: 'Another2$', client };
      await expect(mailbox.reset(answer, api.clock.now())).rejects.toThrow();
      return hashed;
    };
    const requestIdOf = async (login: string) => handleOf(await api.post('/users/forgot-password', { login }));
    expect(await hashes(await requestIdOf(ada?.email ?? ''))).toBe(1);
    expect(await hashes(await requestIdOf(nobody?.email ?? ''))).toBe(1);
    expect(await hashes('q0Vb3v1xJ8mBq7nZ2bWc4A')).toBe(0);
  });
});
