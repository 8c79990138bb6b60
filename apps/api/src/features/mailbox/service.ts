import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@laurel/contracts/languages';
import { EMAIL_CODE_TTL_MS } from '@laurel/contracts/limits';
import type { Db, Tx } from '@laurel/database/client';
import { AppError } from '../../lib/app-error.ts';
import type { Client } from '../../lib/client.ts';
import { recordClientHints } from '../../lib/client-hints.ts';
import { after } from '../../lib/clock.ts';
import type { Claims, Codes, LimitRule, RateLimits, Sessions, TwoFactor } from '../../lib/identity.ts';
import type { Fingerprint } from '../../lib/keyring.ts';
import type { Outbox } from '../../lib/outbox.ts';
import type { Passwords } from '../../lib/password.ts';
import { hashHandle, newHandle } from '../../lib/random.ts';
import type { Transact } from '../../lib/transact.ts';
import { addressMailsKey, codeRefusal, mailSubject, networkMailsKey } from './policy.ts';
import { isResetOpen, markEmailVerified, replacePassword } from './store.ts';

/** Whom a mail goes to. */
export type Addressee = {
  accountId: string;
  name: string;
  email: string;
  emailCanonical: string;
  language: Language;
};

type MailAccount = Omit<Addressee, 'accountId'> & { id: string; emailVerified: boolean };

type Given = {
  db: Db;
  transact: Transact;
  limits: RateLimits;
  rules: { account: LimitRule; network: LimitRule };
  codes: Pick<Codes, 'issueCode' | 'answer'>;
  claims: Pick<Claims, 'release'>;
  twoFactor: Pick<TwoFactor, 'beginSetup' | 'forgetPending'>;
  sessions: Pick<Sessions, 'endAll'>;
  outbox: Pick<Outbox, 'mail'>;
  passwords: Passwords;
  fingerprint: Fingerprint;
  findAccount(login: string, now: Date): Promise<MailAccount | undefined>;
  /** Forgets an account's wrong passwords. */
  forgetTries(tx: Tx, accountId: string): Promise<void>;
};

export type SetupData = { requestKey: string; qrCode: string };

type Answer = { requestId: string; code: string; client: Client };

export type Mailbox = {
  /** Sends an account a fresh email code, whatever the mail limit says, though it counts; the request id. */
  sendEmailCode(tx: Tx, to: Addressee, now: Date): Promise<string>;
  /** Sends the email code again. The request id looks the same, and takes as long, where nothing is sent. */
  resend(login: string, client: Client, now: Date): Promise<string>;
  /** Sends a code for a new password. The request id looks the same, and takes as long, where nothing is sent. */
  forgot(login: string, client: Client, now: Date): Promise<string>;
  /**
   * Proves the mailbox and begins the setup of two-factor.
   * @throws AppError email_code.expired, email_code.wrong, email_code.used (with new setup data, LG-07)
   */
  verify(answer: Answer, now: Date): Promise<SetupData>;
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
export const createMailbox = (given: Given): Mailbox => {
  const { db, transact, limits, rules, codes, claims, twoFactor, sessions, outbox, passwords } = given;
  const addressKey = (subject: string): string => addressMailsKey(given.fingerprint('email', subject));

  const send = async (tx: Tx, to: Addressee, kind: 'email' | 'password_reset', now: Date): Promise<string> => {
    const { accountId, name, email, language } = to;
    const { challengeId, handle, code } = await codes.issueCode(tx, { accountId, kind, ttlMs: EMAIL_CODE_TTL_MS, now });
    await outbox.mail(tx, {
      to: email,
      language,
      challengeId,
      dropAfter: after(now, EMAIL_CODE_TTL_MS),
      message: { kind: kind === 'email' ? 'email_code' : 'password_code', name, code },
    });
    return handle;
  };

  /** Charges the limits, then sends to the account that may have the mail; the same for everybody else, unsent. */
  const sendTo = (
    ask: { login: string; client: Client; kind: 'email' | 'password_reset'; now: Date },
    mayHave: (account: MailAccount) => boolean,
  ): Promise<string> =>
    notBefore(FLOOR_MS, async () => {
      const { login, client, kind, now } = ask;
      await limits.demand(db, networkMailsKey(client.network), rules.network, now);
      const account = await given.findAccount(login, now);
      await limits.demand(db, addressKey(mailSubject(login, account)), rules.account, now);
      if (!account || !mayHave(account)) return newHandle();
      return transact((tx) => send(tx, { ...account, accountId: account.id }, kind, now));
    });

  return {
    sendEmailCode: async (tx, to, now) => {
      await limits.charge(tx, addressKey(to.emailCanonical), rules.account, now);
      return send(tx, to, 'email', now);
    },
    resend: (login, client, now) => sendTo({ login, client, kind: 'email', now }, (account) => !account.emailVerified),
    forgot: (login, client, now) => sendTo({ login, client, kind: 'password_reset', now }, () => true),

    verify: async ({ requestId, code, client }, now) => {
      // A refusal is thrown after the commit, which keeps the count of wrong codes.
      const result = await transact(async (tx): Promise<SetupData | AppError> => {
        const ask = { handle: requestId, code, kind: 'email', network: client.network, now } as const;
        const answer = await codes.answer(tx, ask);
        const repeated = answer.outcome === 'used' && answer.codeMatches;
        if (answer.outcome !== 'right' && !repeated) return codeRefusal(answer);
        const account = await markEmailVerified(tx, answer.accountId, now);
        if (!account || account.twoFactorReady) return new AppError('email_code.expired');
        const setup = await twoFactor.beginSetup(tx, { id: answer.accountId, email: account.email }, now);
        if (repeated) return new AppError('email_code.used', { data: setup });
        await recordClientHints(tx, { accountId: answer.accountId, event: 'verify_email', client, now });
        return setup;
      });
      if (result instanceof AppError) throw result;
      return result;
    },

    reset: async ({ requestId, code, password, client }, now) => {
      const isOpen = await isResetOpen(db, hashHandle(requestId), now);
      const passwordHash = isOpen ? await passwords.hash(password) : undefined;
      const refusal = await transact(async (tx): Promise<AppError | undefined> => {
        const ask = { handle: requestId, code, kind: 'password_reset', network: client.network, now } as const;
        const answer = await codes.answer(tx, ask);
        if (answer.outcome !== 'right') return codeRefusal(answer);
        const { accountId } = answer;
        const replaced = passwordHash && (await replacePassword(tx, { accountId, passwordHash, now }));
        if (!replaced) return new AppError('email_code.expired');
        if (replaced.takenOver) await claims.release(tx, accountId, 'phone');
        await twoFactor.forgetPending(tx, accountId, now);
        await sessions.endAll(tx, accountId, now);
        await given.forgetTries(tx, accountId);
        await recordClientHints(tx, { accountId, event: 'reset_password', client, now });
        return undefined;
      });
      if (refusal) throw refusal;
    },
  };
};
