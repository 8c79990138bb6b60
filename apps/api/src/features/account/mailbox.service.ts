import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@laurel/contracts/languages';
import { EMAIL_CODE_TTL_MS } from '@laurel/contracts/limits';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { Passwords } from '../../crypto/password.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import type { Outbox } from '../../jobs/port.ts';
import type { Codes } from '../codes/port.ts';
import type { TwoFactor } from '../two-factor/port.ts';
import type { Claims } from './claims.port.ts';
import { accountTriesKey, knownTriesKey } from './login.policy.ts';
import {
  addressMailsKeys,
  askedKey,
  askerOf,
  codeRefusal,
  loginMailsKey,
  mailSubject,
  networkMailsKey,
  threadOf,
} from './mailbox.policy.ts';
import { deleteClientHints, isResetOpen, markEmailVerified, replacePassword } from './mailbox.store.ts';
import type { Sessions } from './sessions.port.ts';

/** Whom a mail goes to. */
export type Addressee = {
  accountId: string;
  name: string;
  email: string;
  emailCanonical: string;
  language: Language;
};

/** In whose place an unknown login is treated: a mail to nobody, which never leaves. */
const NOBODY = { name: '', email: '', language: 'en' } as const;

type MailAccount = Omit<Addressee, 'accountId'> & { id: string; emailVerified: boolean };

type Deps = {
  db: Db;
  transact: Transact;
  limits: RateLimits;
  /** `account`: of one asker; `accountDay`: over all networks. */
  rules: { account: LimitRule; accountDay: LimitRule; network: LimitRule };
  codes: Pick<Codes, 'isKnown' | 'issueCode' | 'renewHandle' | 'closeCodes' | 'closeKeys' | 'answer'>;
  claims: Pick<Claims, 'release'>;
  twoFactor: Pick<TwoFactor, 'beginSetup' | 'forgetPending'>;
  sessions: Pick<Sessions, 'endAll'>;
  outbox: Pick<Outbox, 'mail'>;
  passwords: Passwords;
  fingerprint: Fingerprint;
  findAccount(login: string, now: Date): Promise<MailAccount | undefined>;
  /** Whether a device cookie is one of the account's. */
  knowsDevice(device: { accountId: string | undefined; token: string; now: Date }): Promise<boolean>;
};

export type SetupData = { requestKey: string; qrCode: string };

/** A request for a mail with a code; `deviceToken` is the value of the device cookie. */
type Asking = { login: string; deviceToken: string | undefined; client: Client };

type Answer = { requestId: string; code: string; client: Client };

export type Mailbox = {
  /** Sends an account a fresh email code, whatever the mail limits say, though it counts; the request id. */
  sendEmailCode(tx: Tx, to: Addressee, network: string, now: Date): Promise<string>;
  /**
   * The request id for the email code that is on its way to this network, or of a fresh one where there is none.
   * @throws AppError limit.exceeded where logins had too many sent in a day
   */
  awaitEmailCode(tx: Tx, to: Addressee, network: string, now: Date): Promise<string>;
  /**
   * Sends the email code again. Where nothing is sent, the request id looks the same, takes as long, and is answered alike.
   * @throws AppError limit.exceeded
   */
  resend(asking: Asking, now: Date): Promise<string>;
  /** Sends a code for a new password; where nothing is sent, as `resend`. @throws AppError limit.exceeded */
  forgot(asking: Asking, now: Date): Promise<string>;
  /**
   * Proves the mailbox and begins the setup of two-factor; `repeated` where the same code had proven it before (LG-07).
   * @throws AppError email_code.expired, email_code.wrong, limit.exceeded
   */
  verify(answer: Answer & { setupToken: string }, now: Date): Promise<{ setup: SetupData; repeated: boolean }>;
  /**
   * Proves the mailbox and sets a new password: every session ends, every device is forgotten, two-factor stays.
   * @throws AppError email_code.expired, email_code.wrong
   */
  reset(answer: Answer & { password: string }, now: Date): Promise<void>;
};

/** How long resend and forgot take at least: longer than the work of sending, so that its absence doesn't show. */
const FLOOR_MS = 150;

/** Gives the result of `work` no sooner than after `ms`. */
export const notBefore = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  const [result] = await Promise.all([work(), sleep(ms)]);
  return result;
};

/** The rules of the mailbox: its codes, and what they prove. */
export const createMailbox = (deps: Deps): Mailbox => {
  const { db, transact, limits, rules, codes, claims, twoFactor, sessions, outbox, passwords } = deps;
  const { fingerprint } = deps;
  const sentDayKey = (subject: string): string => addressMailsKeys(fingerprint('email', subject)).sentDay;

  type Asked = { subject: string; asker: string; kind: 'email' | 'password_reset' };

  /** Sends a code, or goes the same way to nobody's mailbox. */
  const send = async (tx: Tx, to: Addressee | undefined, { kind, ...asked }: Asked, now: Date): Promise<string> => {
    const thread = threadOf(fingerprint, { ...asked, accountId: to?.accountId });
    const { challengeId, handle, code } = await codes.issueCode(tx, {
      accountId: to?.accountId ?? null,
      thread,
      kind,
      ttlMs: EMAIL_CODE_TTL_MS,
      now,
    });
    const { name, email, language } = to ?? NOBODY;
    await outbox.mail(tx, {
      to: email,
      language,
      challengeId,
      dropAfter: after(now, EMAIL_CODE_TTL_MS),
      message: { kind: kind === 'email' ? 'email_code' : 'password_code', name, code },
    });
    return handle;
  };

  /**
   * Charges the limits, then sends to the account that may have the mail; the same for everybody else, unsent. What is
   * refused aloud is counted by what was typed; what an address may be sent in a day is counted in silence.
   */
  const sendTo = (
    { login, deviceToken, client, kind, now }: Asking & { kind: Asked['kind']; now: Date },
    mayHave: (account: MailAccount) => boolean,
  ): Promise<string> =>
    notBefore(FLOOR_MS, async () => {
      await limits.demand(db, networkMailsKey(client.network), rules.network, now);
      const account = await deps.findAccount(login, now);
      const isKnown =
        deviceToken !== undefined && (await deps.knowsDevice({ accountId: account?.id, token: deviceToken, now }));
      const subject = mailSubject(login);
      const asked = { subject, asker: askerOf(client.network, isKnown), kind };
      const charges = [{ key: askedKey(fingerprint, asked), rule: rules.account }];
      const { askedDay } = addressMailsKeys(fingerprint('email', subject));
      if (!isKnown) charges.push({ key: askedDay, rule: rules.accountDay });
      await limits.demandAll(db, charges, now);
      const verdict = await limits.charge(db, sentDayKey(account?.emailCanonical ?? subject), rules.accountDay, now);
      const isSent = account !== undefined && mayHave(account) && (isKnown || verdict.allowed);
      const to = isSent ? { ...account, accountId: account.id } : undefined;
      return transact((tx) => send(tx, to, asked, now));
    });

  const emailCodeFor = ({ emailCanonical: subject }: Addressee, network: string) =>
    ({ subject, asker: askerOf(network, false), kind: 'email' }) as const;

  const sendEmailCode: Mailbox['sendEmailCode'] = async (tx, to, network, now) => {
    const asked = emailCodeFor(to, network);
    await limits.charge(tx, askedKey(fingerprint, asked), rules.account, now);
    await limits.charge(tx, sentDayKey(to.emailCanonical), rules.accountDay, now);
    return send(tx, to, asked, now);
  };

  /** Forgets what is left of whoever registered an account that the mailbox's owner takes over. */
  const forgetRegistrant = async (tx: Tx, accountId: string): Promise<void> => {
    await claims.release(tx, accountId, 'phone');
    await deleteClientHints(tx, accountId);
  };

  return {
    sendEmailCode,
    awaitEmailCode: async (tx, to, network, now) => {
      const { accountId } = to;
      const { kind, ...asked } = emailCodeFor(to, network);
      const thread = threadOf(fingerprint, { ...asked, accountId });
      const renewed = await codes.renewHandle(tx, { accountId, thread, kind, now });
      if (renewed !== undefined) return renewed;
      // Who opened the account knows its password, and may have opened it with a mailbox of somebody else.
      await limits.demand(tx, loginMailsKey(accountId), rules.accountDay, now);
      return sendEmailCode(tx, to, network, now);
    },
    resend: (asking, now) => sendTo({ ...asking, kind: 'email', now }, (account) => !account.emailVerified),
    forgot: (asking, now) => sendTo({ ...asking, kind: 'password_reset', now }, () => true),

    verify: async ({ requestId, code, setupToken, client }, now) => {
      const { network } = client;
      const isKnown = await codes.isKnown(db, { handle: requestId, kinds: ['email'], network, now });
      if (!isKnown) throw new AppError('email_code.expired');
      // A refusal is thrown after the commit, which keeps the count of wrong codes.
      const result = await transact(async (tx): Promise<{ setup: SetupData; repeated: boolean } | AppError> => {
        const ask = { handle: requestId, code, kind: 'email', network, now } as const;
        const answer = await codes.answer(tx, ask);
        const repeated = answer.outcome === 'used' && answer.codeMatches;
        if (answer.outcome !== 'right' && !repeated) return codeRefusal(answer);
        const { accountId } = answer;
        await codes.closeCodes(tx, { accountId, kinds: ['email'], now });
        const account = await markEmailVerified(tx, accountId, now);
        if (!account || account.twoFactorReady) return new AppError('email_code.expired');
        const { email } = account;
        const setup = await twoFactor.beginSetup(tx, { id: accountId, email, browser: setupToken }, now);
        if (!repeated) await recordClientHints(tx, { accountId, event: 'verify_email', client, now });
        return { setup, repeated };
      });
      if (result instanceof AppError) throw result;
      return result;
    },

    reset: async ({ requestId, code, password, client }, now) => {
      const { network } = client;
      const isKnown = await codes.isKnown(db, { handle: requestId, kinds: ['password_reset'], network, now });
      if (!isKnown) throw new AppError('email_code.expired');
      const isOpen = await isResetOpen(db, hashHandle(requestId), now);
      const passwordHash = isOpen ? await passwords.hash(password) : undefined;
      const refusal = await transact(async (tx): Promise<AppError | undefined> => {
        const ask = { handle: requestId, code, kind: 'password_reset', network, now } as const;
        const answer = await codes.answer(tx, ask);
        if (answer.outcome === 'used') return codeRefusal(answer);
        if (answer.outcome !== 'right') return codeRefusal({ ...answer, delivery: null });
        const { accountId } = answer;
        // Whoever else has asked for codes of this account, the one who registered it above all, is left with nothing.
        await codes.closeCodes(tx, { accountId, kinds: ['email', 'password_reset'], now });
        // Ahead of the account's row, in the order of locks; forgetPending closes what a login opened meanwhile.
        await codes.closeKeys(tx, accountId, now);
        const { language } = client;
        const replaced = passwordHash && (await replacePassword(tx, { accountId, passwordHash, language, now }));
        if (!replaced) return new AppError('email_code.expired');
        if (replaced.takenOver) await forgetRegistrant(tx, accountId);
        await twoFactor.forgetPending(tx, accountId, now);
        await sessions.endAll(tx, accountId, now);
        // Wrong old passwords do not count against the new one.
        for (const key of [accountTriesKey(accountId), knownTriesKey(accountId)]) await limits.clear(tx, key);
        await recordClientHints(tx, { accountId, event: 'reset_password', client, now });
        return undefined;
      });
      if (refusal) throw refusal;
    },
  };
};
