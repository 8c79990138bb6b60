import { type Cluster, startCluster } from '@laurel/support/cluster';
import { type ClusterMember, type ClusterServices, openServices } from '@laurel/support/members';
import { anotherCode, authenticatorCode, newPerson } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, atOnce, callerOf, tally } from './wire.ts';

/** Budgets of accounts have their defaults; those of networks are small, so that few calls reach them. */
const SMALL = {
  LIMITS_REGISTER_NETWORK_HOUR: '4',
  LIMITS_LOGIN_NETWORK_QUARTER: '12',
  LIMITS_MAIL_NETWORK_HOUR: '12',
  LIMITS_CODES_NETWORK_HOUR: '30',
  TRUST_PROXY: '127.0.0.1/32',
};
const HOUR_MS = 60 * 60_000;
const MANY = sized(40, 300);

let cluster: Cluster;
let services: ClusterServices;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  cluster = await startCluster(2, undefined, SMALL);
  services = await openServices(cluster);
  call = callerOf(cluster);
});
afterAll(async () => {
  await services.close();
  await cluster.close();
});

let networks = 0;
/** An address of an unused network. */
const elsewhere = (): string => {
  networks += 1;
  return `198.${18 + Math.floor(networks / 65_536)}.${Math.floor(networks / 256) % 256}.${networks % 256}`;
};
const issueCode = (accountId: string, kind: 'email' | 'password_reset' | 'phone', targetHash?: Uint8Array) => {
  const ask = { accountId, kind, ttlMs: HOUR_MS, now: new Date(), ...(targetHash ? { targetHash } : {}) };
  return services.deps.transact((tx) => services.deps.codes.issueCode(tx, ask));
};
const issueKey = (accountId: string): Promise<string> => {
  const ask = { accountId, purpose: { kind: 'totp_login' }, ttlMs: HOUR_MS, now: new Date() } as const;
  return services.deps.transact((tx) => services.deps.codes.issueKey(tx, ask));
};
const only = (answers: readonly Answered[], result: string): number => tally(answers)[result] ?? 0;
const wrongPassword = (login: string, from: string) =>
  call('POST', '/users/login', { from, body: { login, password: 'Wrong1!x' } });

describe('wrong passwords, over two processes,', () => {
  it('for one account, each from another network: ten are compared', async () => {
    const ada = await services.member();
    const answers = await atOnce(MANY, () => wrongPassword(ada.email, elsewhere()));
    expect(tally(answers)).toEqual({ 'login.wrong_password': 10, 'limit.exceeded': MANY - 10 });
    const { email: login, password } = ada;
    const right = await call('POST', '/users/login', { from: elsewhere(), body: { login, password } });
    expect(right).toMatchObject({ status: 429, result: 'limit.exceeded' });
  });

  it('from one network, each for another address: as many as its limit', async () => {
    const from = elsewhere();
    const answers = await atOnce(MANY, (index) => wrongPassword(`nobody-${index}@example.org`, from));
    expect(tally(answers)).toEqual({ 'login.unknown': 12, 'limit.exceeded': MANY - 12 });
  });
});

describe('from one network, over two processes,', () => {
  it('as many accounts are registered as its limit', async () => {
    const from = elsewhere();
    const answers = await atOnce(MANY, () => call('POST', '/users/register', { from, body: newPerson() }));
    expect(tally(answers)).toEqual({ '201': 4, 'limit.exceeded': MANY - 4 });
  });

  it('as many mails are sent as its limit', async () => {
    const from = elsewhere();
    const answers = await atOnce(MANY, (index) =>
      call('POST', '/users/forgot-password', { from, body: { login: `nobody-${index}@example.org` } }),
    );
    expect(tally(answers)).toEqual({ '200': 12, 'limit.exceeded': MANY - 12 });
  });

  it('as many codes are guessed as its limit, over all accounts', async () => {
    const from = elsewhere();
    const members = await atOnce(10, () => services.member());
    const codes = await Promise.all(members.map(({ accountId }) => issueCode(accountId, 'email')));
    const answers = await atOnce(MANY, (index) => {
      const { handle: requestId = '', code = '' } = codes[index % codes.length] ?? {};
      const body = { requestId, code: anotherCode(code) };
      return call('POST', '/users/verify-email', { from, body });
    });
    expect(only(answers, 'email_code.wrong')).toBe(30);
  });
});

describe('mails to one address, over two processes', () => {
  const askedOf = async (networkOf: () => string): Promise<unknown[]> => {
    const ada = await services.member();
    const answers = await atOnce(MANY, () =>
      call('POST', '/users/forgot-password', { from: networkOf(), body: { login: ada.email } }),
    );
    const { rowCount } = await cluster.owner.query('SELECT 1 FROM challenges WHERE account_id = $1 AND kind = $2', [
      ada.accountId,
      'password_reset',
    ]);
    return [tally(answers), rowCount];
  };

  it('are five an hour', async () => {
    const from = elsewhere();
    expect(await askedOf(() => from)).toEqual([{ '200': 5, 'limit.exceeded': MANY - 5 }, 5]);
  });

  it('are twenty a day, each requested from another network', async () => {
    expect(await askedOf(elsewhere)).toEqual([{ '200': 20, 'limit.exceeded': MANY - 20 }, 20]);
  });
});

describe('a code that is sent again and again', () => {
  it('allows no more tries: twenty codes a day are compared, for any number of requests', async () => {
    const from = elsewhere();
    const person = newPerson();
    const answers: Answered[] = [];
    // The limit of mails allows this many.
    for (let sent = 1; sent <= 5; sent += 1) {
      const asked =
        sent === 1
          ? await call('POST', '/users/register', { from, body: person })
          : await call('POST', '/users/resend-email-code', { from, body: { login: person.email } });
      const body = { requestId: asked.data.code, code: '000000' };
      answers.push(...(await atOnce(8, () => call('POST', '/users/verify-email', { from, body }))));
      expect(only(answers, 'email_code.wrong')).toBe(Math.min(sent * 5, 20));
    }
    // Some tries of the fourth code, and all of the fifth.
    expect(only(answers, 'limit.exceeded')).toBeGreaterThanOrEqual(8);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(HOUR_MS / 1000);
  });
});

describe('one account, guessed through every call that takes a code', () => {
  /** A round of guesses for each kind of code that only the account's owner can request. */
  const round = async ({ accountId, token, qrCode, phoneNumber }: ClusterMember): Promise<Answered[]> => {
    const otpCode = anotherCode(authenticatorCode(qrCode, new Date()));
    const phone = await issueCode(accountId, 'phone', services.deps.fingerprint('phone', phoneNumber));
    const requestKey = await issueKey(accountId);
    const calls = [
      { path: '/users/confirm-phone-verify', body: { requestKey: phone.handle, code: anotherCode(phone.code) } },
      { path: '/users/verify-otp', body: { requestKey, otpCode } },
      { path: '/users/verify-otp', body: { requestKey, backupCode: 'ABCDEFGHIJ' } },
      { path: '/users/request-phone-verify', body: { otpCode } },
      { path: '/users/backup-codes', body: { otpCode } },
    ];
    return atOnce(calls.length * 2, (index) => {
      const { path, body } = calls[index % calls.length] ?? { path: '', body: {} };
      return call('POST', path, { token, from: elsewhere(), body });
    });
  };

  it('has twenty comparisons a day in total, then no call compares its codes', async () => {
    const ada = await services.member();
    await cluster.owner.query('UPDATE sessions SET two_factor_at = NULL WHERE account_id = $1', [ada.accountId]);
    const answers: Answered[] = [];
    for (let index = 0; index < 4; index += 1) answers.push(...(await round(ada)));
    const compared = ['phone_code.wrong', 'otp.invalid'].map((result) => only(answers, result));
    expect(compared.reduce((sum, each) => sum + each)).toBe(20);
    expect(Math.min(...compared)).toBeGreaterThan(0);
    expect(only(answers, 'limit.exceeded')).toBe(answers.length - 20);
    // Both factors are valid, but rejected.
    const requestKey = await issueKey(ada.accountId);
    const otpCode = authenticatorCode(ada.qrCode, new Date());
    const [backupCode] = ada.backupCodes;
    for (const factor of [{ otpCode }, { backupCode }]) {
      const answer = await call('POST', '/users/verify-otp', { from: elsewhere(), body: { requestKey, ...factor } });
      expect(answer.result).toBe('limit.exceeded');
    }
  });
});
