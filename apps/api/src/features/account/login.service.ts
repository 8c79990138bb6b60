import type { User } from '@laurel/contracts/records';
import type { TwoFactorRequest } from '@laurel/contracts/storage';
import { factorsOf } from '@laurel/contracts/verification';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import type { Passwords } from '../../crypto/password.ts';
import { hashHandle, newHandle } from '../../crypto/random.ts';
import type { Tokens } from '../../crypto/tokens.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import { REQUEST_KEY_TTL_MS } from '../../limits.ts';
import type { Codes } from '../codes/port.ts';
import type { TwoFactor } from '../two-factor/port.ts';
import { networkTriesKey, triesKey } from './login.policy.ts';
import {
  deleteDevices,
  findDevice,
  type HeldAccount,
  insertSession,
  lockAccount,
  markTwoFactor,
  revokeSessions,
  rotateDevice,
  setLanguage,
} from './login.store.ts';
import type { Mailbox } from './mailbox.service.ts';
import type { Sessions } from './sessions.port.ts';
import type { KnownAccount } from './store.ts';

/** Creates the functions for sessions and devices that other features use. */
export const createSessions = (tokens: Tokens): Sessions => ({
  open: async (tx, session) => {
    const deviceToken = newHandle();
    const sessionId = await insertSession(tx, { ...session, deviceHash: hashHandle(deviceToken) });
    if (sessionId === undefined) throw new AppError('login.suspended');
    return { token: tokens.issue({ accountId: session.accountId, sessionId }, session.now), sessionId, deviceToken };
  },
  markTwoFactor,
  endAll: async (tx, accountId, now) => {
    await revokeSessions(tx, accountId, now);
    await deleteDevices(tx, accountId);
  },
});

type Deps = {
  db: Db;
  transact: Transact;
  limits: RateLimits;
  rules: { account: LimitRule; network: LimitRule };
  passwords: Passwords;
  codes: Pick<Codes, 'issueKey'>;
  twoFactor: Pick<TwoFactor, 'beginSetup'>;
  sessions: Sessions;
  findAccount(login: string, now: Date): Promise<KnownAccount | undefined>;
  awaitEmailCode: Mailbox['awaitEmailCode'];
};

type Attempt = {
  login: string;
  password: string;
  /** The value of the device cookie. */
  deviceToken: string | undefined;
  /** The value of the setup cookie, which the browser sent or will get with a pending two-factor secret. */
  setupToken: string;
  client: Client;
};

/** The result of a login; `deviceToken` is the rotated device cookie. */
export type LoginResult =
  | { step: 'set_up_two_factor'; requestKey: string; qrCode: string }
  | ({ step: 'prove_two_factor' } & TwoFactorRequest)
  | { step: 'open_session'; token: string; user: User; deviceToken: string };

export type Login = {
  /**
   * Checks the password and returns the next step, or a session if no step is missing.
   * @throws AppError login.unknown, login.wrong_password, login.email_unverified (with `data.code`), login.suspended,
   *   limit.exceeded
   */
  attempt(attempt: Attempt, now: Date): Promise<LoginResult>;
};

/** The account whose password was right, and the counters that were charged before the comparison. */
type Proven = { account: KnownAccount; charged: readonly string[] };

/** Replaces a known device's token and returns the new one; undefined if the device is unknown. */
const renewDevice = async (
  tx: Tx,
  device: { accountId: string; token: string | undefined; now: Date },
): Promise<string | undefined> => {
  if (device.token === undefined) return undefined;
  const next = newHandle();
  const [from, to] = [hashHandle(device.token), hashHandle(next)];
  return (await rotateDevice(tx, { accountId: device.accountId, from, to, now: device.now })) ? next : undefined;
};

/** Creates the login with a password. */
export const createLogin = (deps: Deps): Login => {
  const { db, transact, limits, rules, passwords, codes, twoFactor, sessions } = deps;

  /**
   * Charges the counters and checks the password.
   * @throws AppError login.unknown, login.wrong_password, limit.exceeded
   */
  const proveAccount = async ({ login, password, deviceToken, client }: Attempt, now: Date): Promise<Proven> => {
    limits.refuseSpent([networkTriesKey(client.network)], now);
    const account = await deps.findAccount(login, now);
    // Charged before the comparison, so that parallel requests can't pass the limits.
    const charges = [{ key: networkTriesKey(client.network), rule: rules.network }];
    if (account) {
      const isKnown =
        deviceToken !== undefined &&
        (await findDevice(db, { accountId: account.id, tokenHash: hashHandle(deviceToken), now }));
      charges.push({ key: triesKey(account.id, { login, isKnown }), rule: rules.account });
    }
    await limits.requireAll(db, charges, now);
    const charged = charges.map(({ key }) => key);
    const matches = await passwords.verify(account?.passwordHash, password).catch(async (error: unknown) => {
      // The password was not compared.
      await limits.refundAll(db, charged, now);
      throw error;
    });
    if (!account) throw new AppError('login.unknown');
    if (!matches) throw new AppError('login.wrong_password');
    return { account, charged };
  };

  /** Returns the request id of an email code for an account whose mailbox is not proven. */
  const awaitEmail = ({ account, charged }: Proven, client: Client, now: Date): Promise<string> =>
    transact(async (tx) => {
      const { id: accountId, name, email, emailCanonical } = account;
      const { language } = client;
      // Locks the code before the account, as verify-email does.
      const to = { accountId, name, email, emailCanonical, language };
      const handle = await deps.awaitEmailCode(tx, to, client.network, now);
      // The account may have been deleted or erased after the password was checked.
      if (!(await setLanguage(tx, accountId, language))) throw new AppError('login.unknown');
      await recordClientHints(tx, { accountId, event: 'login', client, now });
      await limits.refundAll(tx, charged, now);
      return handle;
    });

  /** The next step for an account whose row is locked. */
  const nextStep = async (
    tx: Tx,
    held: Pick<Attempt, 'deviceToken' | 'setupToken'> & HeldAccount & { account: KnownAccount; now: Date },
  ): Promise<LoginResult> => {
    const { account, now } = held;
    const { id: accountId, name, email, phoneNumber } = account;
    // US-02: a session needs a second factor, proven now or earlier on this device.
    if (!held.twoFactorReady) {
      const begun = await twoFactor.beginSetup(tx, { id: accountId, email, browser: held.setupToken }, now);
      return { step: 'set_up_two_factor', ...begun };
    }
    const factors = factorsOf(held);
    const deviceToken = await renewDevice(tx, { accountId, token: held.deviceToken, now });
    if (deviceToken === undefined) {
      const key = { accountId, purpose: { kind: 'totp_login' }, ttlMs: REQUEST_KEY_TTL_MS, now } as const;
      const requestKey = await codes.issueKey(tx, key);
      return { step: 'prove_two_factor', requestKey, factors };
    }
    const { token } = await sessions.open(tx, { accountId, twoFactor: false, now });
    return { step: 'open_session', token, user: { name, email, phoneNumber, factors }, deviceToken };
  };

  const enter = async ({ account, charged }: Proven, attempt: Attempt, now: Date): Promise<LoginResult> => {
    const { deviceToken, setupToken, client } = attempt;
    const result = await transact(async (tx) => {
      const { id: accountId, passwordHash } = account;
      const held = await lockAccount(tx, { accountId, passwordHash, client, now });
      if (!held) throw new AppError('login.wrong_password');
      const next = held.suspended ? undefined : await nextStep(tx, { account, ...held, deviceToken, setupToken, now });
      // Last, because all requests of the network wait for this row until the commit.
      await limits.refundAll(tx, charged, now);
      return next;
    });
    // Thrown after the commit, which keeps the refund. Only the right password shows that the account is suspended.
    if (!result) throw new AppError('login.suspended');
    return result;
  };

  return {
    attempt: async (attempt, now) => {
      const proven = await proveAccount(attempt, now);
      if (proven.account.emailVerified) return enter(proven, attempt, now);
      throw new AppError('login.email_unverified', { data: { code: await awaitEmail(proven, attempt.client, now) } });
    },
  };
};
