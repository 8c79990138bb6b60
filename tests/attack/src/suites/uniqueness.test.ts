import { randomBytes } from 'node:crypto';
import { createKeyring } from '@laurel/api/crypto/keyring';
import { loadFingerprint } from '@laurel/api/crypto/sealed-keys.store';
import { createDatabase } from '@laurel/database/client';
import { createTestDatabase } from '@laurel/database/testing';
import { type Cluster, startCluster } from '@laurel/support/cluster';
import { type ClusterServices, openServices } from '@laurel/support/members';
import { authenticatorCode, newPerson } from '@laurel/support/people';
import { newNumber } from '@laurel/support/phones';
import { sized } from '@laurel/support/scale';
import { newTag, newTelegramId } from '@laurel/support/social';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, atOnce, callerOf, tally } from './wire.ts';

/** High limits, because each test is about another guard. */
const WIDE = {
  LIMITS_CODES_ACCOUNT_DAY: '100000',
  LIMITS_CODES_ACCOUNT_TOTAL: '100000',
  LIMITS_CODES_NETWORK_HOUR: '100000',
  LIMITS_LOGIN_NETWORK_QUARTER: '100000',
  LIMITS_LOGIN_ACCOUNT_QUARTER: '100000',
  LIMITS_MAIL_NETWORK_HOUR: '100000',
  LIMITS_REGISTER_NETWORK_HOUR: '100000',
  TRUST_PROXY: '127.0.0.1/32',
};
const MANY = sized(20, 150);
/** Each of these costs a password's hash. */
const SOME = sized(6, 60);
const HOUR_MS = 60 * 60_000;

let cluster: Cluster;
let services: ClusterServices;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  cluster = await startCluster(2, undefined, WIDE);
  services = await openServices(cluster);
  call = callerOf(cluster);
});
afterAll(async () => {
  await services.close();
  await cluster.close();
});

const now = () => new Date();
const count = async (sql: string, values: unknown[]): Promise<number> =>
  (await cluster.owner.query(`SELECT 1 FROM ${sql}`, values)).rowCount ?? 0;
const issueKeys = (accountId: string, keys: number): Promise<string[]> => {
  const ask = { accountId, purpose: { kind: 'totp_login' }, ttlMs: HOUR_MS, now: now() } as const;
  return atOnce(keys, () => services.deps.transact((tx) => services.deps.codes.issueKey(tx, ask)));
};
const issueCode = (accountId: string, kind: 'email' | 'password_reset' | 'phone', targetHash?: Uint8Array) => {
  const ask = { accountId, kind, ttlMs: HOUR_MS, now: now(), ...(targetHash ? { targetHash } : {}) };
  return services.deps.transact((tx) => services.deps.codes.issueCode(tx, ask));
};
const phoneHash = (number: string) => services.deps.fingerprint('phone', number);
const once = (answers: readonly Answered[], right: string, refused: string): void =>
  expect(tally(answers)).toEqual({ [right]: 1, [refused]: answers.length - 1 });

describe('processes that start at once on a new database', () => {
  it('make the same fingerprints, so that a phone number is unique over all of them', async () => {
    const database = await createTestDatabase();
    const keyring = createKeyring(randomBytes(32));
    const clients = Array.from({ length: 8 }, () => createDatabase({ url: database.url, maxConnections: 1 }));
    const fingerprints = await Promise.all(clients.map(({ db }) => loadFingerprint(db, keyring, now())));
    const made = fingerprints.map((fingerprint) => fingerprint('phone', '+380671234567').toString('hex'));
    await Promise.all(clients.map(({ close }) => close()));
    await database.drop();
    expect(new Set(made).size).toBe(1);
  });
});

describe('many at once, over two processes,', () => {
  it('that register one address in many spellings: one account', async () => {
    const name = `alan.t${Date.now()}`;
    const answers = await atOnce(SOME, (index) =>
      call('POST', '/users/register', { body: newPerson({ email: `${name}+${index}@gmail.com` }) }),
    );
    once(answers, '201', 'account.email_taken');
    expect(await count('accounts WHERE email_canonical LIKE $1', [`alant${name.slice(6)}%`])).toBe(1);
  });

  it('that register with one phone number: one account', async () => {
    const { phoneNumber } = newPerson();
    const answers = await atOnce(SOME, () => call('POST', '/users/register', { body: newPerson({ phoneNumber }) }));
    once(answers, '201', 'account.phone_taken');
    expect(await count('accounts WHERE phone_number = $1', [phoneNumber])).toBe(1);
    expect(await count('claims WHERE fingerprint = $1', [phoneHash(phoneNumber)])).toBe(1);
  });

  it('that send one email code: one verifies the mailbox', async () => {
    const person = newPerson();
    await call('POST', '/users/register', { body: person });
    const account = await services.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
    const { handle: requestId, code } = await issueCode(account.id, 'email');
    const answers = await atOnce(MANY, () => call('POST', '/users/verify-email', { body: { requestId, code } }));
    once(answers, '200', 'email_code.used');
  });

  it('that send one code for a new password, each with another password: one sets it', async () => {
    const ada = await services.member();
    const { handle: requestId, code } = await issueCode(ada.accountId, 'password_reset');
    const answers = await atOnce(SOME, (index) =>
      call('POST', '/users/reset-password', { body: { requestId, code, password: `Another${index}$` } }),
    );
    once(answers, '200', 'email_code.expired');
    const set = answers.findIndex(({ status }) => status === 200);
    const login = (password: string) => call('POST', '/users/login', { body: { login: ada.email, password } });
    expect((await login(`Another${set}$`)).status).toBe(200);
  });

  it('that verify one phone number, each with another code: one gets it', async () => {
    const number = newNumber();
    const people = await cluster.voters(MANY, { phone: false });
    const codes = await Promise.all(people.map(({ accountId }) => issueCode(accountId, 'phone', phoneHash(number))));
    await cluster.owner.query('UPDATE accounts SET phone_number = $2 WHERE id = ANY ($1::uuid[])', [
      people.map(({ accountId }) => accountId),
      number,
    ]);
    const answers = await atOnce(MANY, (index) => {
      const { handle: requestKey = '', code = '' } = codes[index] ?? {};
      const token = people[index]?.token ?? '';
      return call('POST', '/users/confirm-phone-verify', { token, body: { requestKey, code } });
    });
    once(answers, '200', 'account.phone_taken');
    expect(await count('phone_verifications WHERE phone_hash = $1', [phoneHash(number)])).toBe(1);
  });

  it('that send one SMS code of one person: one is accepted', async () => {
    const [ada] = await cluster.voters(1, { phone: false });
    if (!ada) throw new Error('no person was created');
    const number = newNumber();
    await cluster.owner.query('UPDATE accounts SET phone_number = $2 WHERE id = $1', [ada.accountId, number]);
    const { handle: requestKey, code } = await issueCode(ada.accountId, 'phone', phoneHash(number));
    const answers = await atOnce(MANY, () =>
      call('POST', '/users/confirm-phone-verify', { token: ada.token, body: { requestKey, code } }),
    );
    once(answers, '200', 'phone_code.expired');
  });

  it('that connect one Telegram account: one is verified', async () => {
    const telegramUserId = newTelegramId();
    const people = await cluster.voters(MANY, { social: false });
    const codes = await Promise.all(
      people.map(async ({ token }) => (await call('GET', '/users/verification/telegram-link', { token })).data.code),
    );
    const answers = await atOnce(MANY, (index) =>
      call('POST', '/dev/telegram', { body: { code: codes[index], telegramUserId, member: true } }),
    );
    once(answers, '200', 'social.tag_used');
    const ids = people.map(({ accountId }) => accountId);
    expect(await count('social_links WHERE account_id = ANY ($1::uuid[])', [ids])).toBe(1);
  });

  it('that claim one Instagram name in every spelling: one gets it', async () => {
    const tag = newTag();
    const people = await cluster.voters(MANY, { social: false });
    const spelled = [tag, tag.toUpperCase(), `@${tag}`];
    const answers = await atOnce(MANY, (index) => {
      const body = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: spelled[index % spelled.length] };
      return call('POST', '/users/verification', { token: people[index]?.token ?? '', body });
    });
    once(answers, '200', 'social.tag_used');
  });

  it('of one person that submit an Instagram name each: five are accepted, one is pending', async () => {
    const [ada] = await cluster.voters(1, { social: false });
    const token = ada?.token ?? '';
    const answers = await atOnce(MANY, () =>
      call('POST', '/users/verification', {
        token,
        body: { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: newTag() },
      }),
    );
    expect(tally(answers)).toEqual({ '200': 5, 'social.attempts': MANY - 5 });
    expect(await count('social_requests WHERE account_id = $1 AND decided_at IS NULL', [ada?.accountId])).toBe(1);
  });

  it('of one person that request a Telegram link: ten are returned, one works', async () => {
    const [ada] = await cluster.voters(1, { social: false });
    const token = ada?.token ?? '';
    const answers = await atOnce(MANY, () => call('GET', '/users/verification/telegram-link', { token }));
    expect(tally(answers)).toEqual({ '200': 10, 'social.attempts': MANY - 10 });
    expect(await count('social_requests WHERE account_id = $1 AND decided_at IS NULL', [ada?.accountId])).toBe(1);
  });

  it('of one person that try another number each, to learn which have an account: twenty are checked', async () => {
    const ada = await services.member();
    const tries = MANY + 10;
    const owners = await cluster.voters(tries, { phone: false });
    const numbers = owners.map((_, index) => `+38050${String(index).padStart(7, '0')}`);
    await cluster.owner.query(
      `INSERT INTO phone_verifications (account_id, phone_hash, verified_at)
       SELECT account_id, hash, now() FROM unnest($1::uuid[], $2::bytea[]) AS o (account_id, hash)`,
      [owners.map(({ accountId }) => accountId), numbers.map(phoneHash)],
    );
    const answers = await atOnce(tries, (index) =>
      call('POST', '/users/request-phone-verify', {
        token: ada.token,
        body: { phoneNumber: numbers[index] },
        from: `198.51.100.${index}`,
      }),
    );
    expect(tally(answers)).toEqual({ 'account.phone_taken': 20, 'limit.exceeded': tries - 20 });
  });

  it('of one person that request an SMS: one is sent', async () => {
    const ada = await services.member();
    const answers = await atOnce(MANY, (index) =>
      call('POST', '/users/request-phone-verify', { token: ada.token, body: {}, from: `198.51.100.${index}` }),
    );
    once(answers, '200', 'phone.cooldown');
    expect(await count('sms_charges WHERE account_id = $1', [ada.accountId])).toBe(1);
  });

  it('with one backup code, each with another request key: one logs in', async () => {
    const ada = await services.member();
    const keys = await issueKeys(ada.accountId, MANY);
    const [backupCode] = ada.backupCodes;
    const answers = await atOnce(MANY, (index) =>
      call('POST', '/users/verify-otp', { body: { requestKey: keys[index], backupCode } }),
    );
    once(answers, '200', 'otp.invalid');
  });

  it('with one request key, each with a right backup code: one logs in', async () => {
    const ada = await services.member();
    const [requestKey] = await issueKeys(ada.accountId, 1);
    const answers = await atOnce(MANY, (index) =>
      call('POST', '/users/verify-otp', {
        body: { requestKey, backupCode: ada.backupCodes[index % ada.backupCodes.length] },
      }),
    );
    once(answers, '200', 'otp.invalid');
    expect(await count('backup_codes WHERE account_id = $1 AND used_at IS NOT NULL', [ada.accountId])).toBe(1);
  });

  it('with one code of the authenticator, for a login and for an SMS: it counts once', async () => {
    const ada = await services.member();
    // A session without a recent second factor.
    await cluster.owner.query('UPDATE sessions SET two_factor_at = NULL WHERE account_id = $1', [ada.accountId]);
    const keys = await issueKeys(ada.accountId, MANY);
    const otpCode = authenticatorCode(ada.qrCode, now());
    const answers = await atOnce(MANY, (index) =>
      index % 2
        ? call('POST', '/users/verify-otp', { body: { requestKey: keys[index], otpCode } })
        : call('POST', '/users/request-phone-verify', { token: ada.token, body: { otpCode } }),
    );
    const right = answers.filter(({ status }) => status === 200).length;
    const proven = await count('sessions WHERE account_id = $1 AND two_factor_at IS NOT NULL', [ada.accountId]);
    expect({ right: Math.min(right, 1), proven }).toEqual({ right: 1, proven: 1 });
    // If the SMS used the code, other requests of the session may have followed.
    const signedIn = answers.filter(({ status, data }) => status === 200 && 'token' in data).length;
    expect(signedIn).toBeLessThanOrEqual(1);
  });

  it('with one device cookie and the right password: one logs in without a second factor', async () => {
    const ada = await services.member();
    const { email: login, password, cookie } = ada;
    const answers = await atOnce(SOME, () => call('POST', '/users/login', { cookie, body: { login, password } }));
    expect(answers.filter(({ data }) => 'token' in data)).toHaveLength(1);
    expect(answers.filter(({ data }) => 'requestKey' in data)).toHaveLength(SOME - 1);
  });

  it('with another code each, for one request key: five are compared', async () => {
    const ada = await services.member();
    const [requestKey = ''] = await issueKeys(ada.accountId, 1);
    const right = Number(authenticatorCode(ada.qrCode, now()));
    const wrong = (index: number): string => String((right + 1 + index) % 1_000_000).padStart(6, '0');
    await atOnce(MANY, (index) => call('POST', '/users/verify-otp', { body: { requestKey, otpCode: wrong(index) } }));
    const points = await cluster.owner.query('SELECT points FROM rate_limits WHERE key = $1', [
      `codes:account-day:${ada.accountId}`,
    ]);
    expect(points.rows).toEqual([{ points: 5 }]);
  });
});
