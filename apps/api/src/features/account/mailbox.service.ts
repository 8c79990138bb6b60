import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@laurel/contracts/languages';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { createTurns } from '../../concurrency/turns.ts';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { Passwords } from '../../crypto/password.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import type { Outbox } from '../../jobs/port.ts';
import { EMAIL_CODE_TTL_MS } from '../../limits.ts';
import type { Codes } from '../codes/port.ts';
import type { TwoFactor } from '../two-factor/port.ts';
import type { Claims } from './claims.port.ts';
import { accountTriesKeys } from './login.policy.ts';
import {
  addressMailsKeys,
  askedKey,
  codeRefusal,
  loginMailsKey,
  mailSubject,
  networkMailsKey,
  requesterOf,
  threadOf,
} from './mailbox.policy.ts';
import { deleteClientHints, holdAccount, isResetOpen, markEmailVerified, replacePassword } from './mailbox.store.ts';
import type { Sessions } from './sessions.port.ts';

/** The recipient of a mail. */
export type Addressee = {
  accountId: string;
  name: string;
  email: string;
  emailCanonical: string;
  language: Language;
};

/** The recipient for an unknown login: its mail is never sent. */
const NOBODY = { name: '', email: '', language: 'en' } as const;

type MailAccount = Omit<Addressee, 'accountId'> & { id: string; emailVerified: boolean };

type Deps = {
  db: Db;
  transact: Transact;
  limits: RateLimits;
  /**
   * `account` limits the mails of one requester to one address, `accountDay` those of all networks to one address, and
   * `network` those of one network to all addresses.
   */
  rules: { account: LimitRule; accountDay: LimitRule; network: LimitRule };
  codes: Pick<Codes, 'find' | 'issueCode' | 'openHandle' | 'closeCodes' | 'closeKeys' | 'answer'>;
  claims: Pick<Claims, 'release'>;
  twoFactor: Pick<TwoFactor, 'beginSetup' | 'forgetPending'>;
  sessions: Pick<Sessions, 'endAll'>;
  outbox: Pick<Outbox, 'prepareMail'>;
  passwords: Passwords;
  /** Tests of other things do not wait. */
  floorMs?: number | undefined;
  fingerprint: Fingerprint;
  findAccount(login: string, now: Date): Promise<MailAccount | undefined>;
  /** Whether the account has a device with this token. */
  knowsDevice(device: { accountId: string | undefined; token: string; now: Date }): Promise<boolean>;
};

export type SetupData = { requestKey: string; qrCode: string };

/** A request for a mail with a code; `deviceToken` is the value of the device cookie. */
type MailRequest = { login: string; deviceToken: string | undefined; client: Client };

/** A code that somebody entered, with the request id of its mail. */
type Answer = { requestId: string; code: string; client: Client };

export type Mailbox = {
  /**
   * Sends an account a new email code and returns the request id. It counts towards the mail limits, which do not
   * refuse it.
   */
  sendEmailCode(tx: Tx, to: Addressee, network: string, now: Date): Promise<string>;
  /**
   * Returns the request id of the email code that was last sent for this network, or of a new one if none is open.
   * @throws AppError limit.exceeded after too many mails by logins in a day
   */
  awaitEmailCode(tx: Tx, to: Addressee, network: string, now: Date): Promise<string>;
  /**
   * Sends the email code again. If nothing is sent, the request id, the response time and later replies are the same.
   * @throws AppError limit.exceeded
   */
  resend(request: MailRequest, now: Date): Promise<string>;
  /**
   * Sends a code for a new password. If nothing is sent, nothing shows it, as in `resend`.
   * @throws AppError limit.exceeded
   */
  forgot(request: MailRequest, now: Date): Promise<string>;
  /**
   * Proves the mailbox and begins the setup of two-factor. `repeated` says that the same code proved it before (LG-07).
   * @throws AppError email_code.expired, email_code.wrong, limit.exceeded
   */
  verify(answer: Answer & { setupToken: string }, now: Date): Promise<{ setup: SetupData; repeated: boolean }>;
  /**
   * Proves the mailbox and sets a new password. Ends every session and deletes every device; two-factor stays.
   * @throws AppError email_code.expired, email_code.wrong
   */
  reset(answer: Answer & { password: string }, now: Date): Promise<void>;
};

/** The least time of resend and forgot: longer than sending, so that the time does not show whether a mail was sent. */
const FLOOR_MS = 150;

/** Returns the result of `work`, but not before `ms` have passed. A failure is passed on at once. */
export const notBefore = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  const [result] = await Promise.all([work(), sleep(ms)]);
  return result;
};

/** Creates the mailbox: it sends codes by mail and checks the answers. */
export const createMailbox = (deps: Deps): Mailbox => {
  const { db, transact, limits, rules, codes, claims, twoFactor, sessions, outbox, passwords } = deps;
  const { fingerprint } = deps;
  const inTurn = createTurns();
  const sentDayKey = (subject: string): string => addressMailsKeys(fingerprint('email', subject)).sentDay;

  /**
   * `owner` is the account of the login, even if it must not get the mail: its new code replaces the earlier one in any
   * case.
   */
  type Thread = { owner?: string | undefined; subject: string; requester: string; kind: 'email' | 'password_reset' };

  /** Creates a code and queues its mail. Without a recipient it does the same work, but the mail is never sent. */
  const send = async (tx: Tx, wanted: Addressee | undefined, by: Thread, now: Date): Promise<string> => {
    const { owner, kind } = by;
    // The account was read before this transaction, and may have been erased since.
    const isHeld = await holdAccount(tx, owner);
    const to = isHeld ? wanted : undefined;
    const thread = threadOf(fingerprint, { ...by, accountId: isHeld ? owner : undefined });
    const { name, email, language } = to ?? NOBODY;
    const issued = { accountId: to?.accountId ?? null, thread, kind, ttlMs: EMAIL_CODE_TTL_MS, now };
    const { handle } = await codes.issueCode(tx, issued, ({ challengeId, code }) =>
      outbox.prepareMail(tx, {
        to: email,
        language,
        accountId: to?.accountId,
        challengeId,
        dropAfter: after(now, EMAIL_CODE_TTL_MS),
        message: { kind: kind === 'email' ? 'email_code' : 'password_code', name, code },
      }),
    );
    return handle;
  };

  /**
   * Charges the limits, then sends the mail if the account may have it, or else does the same work without sending. A
   * 429 depends only on the typed login, the browser and the network. The daily limit of sent mails drops a mail
   * without a 429.
   */
  const sendTo = (
    { login, deviceToken, client, kind, now }: MailRequest & { kind: Thread['kind']; now: Date },
    mayHave: (account: MailAccount) => boolean,
  ): Promise<string> =>
    notBefore(deps.floorMs ?? FLOOR_MS, async () => {
      await limits.demand(db, networkMailsKey(client.network), rules.network, now);
      const account = await deps.findAccount(login, now);
      const isKnown =
        deviceToken !== undefined && (await deps.knowsDevice({ accountId: account?.id, token: deviceToken, now }));
      const subject = mailSubject(login);
      const asked = { owner: account?.id, subject, requester: requesterOf(client.network, isKnown), kind };
      const charges = [{ key: askedKey(fingerprint, asked), rule: rules.account }];
      const { askedDay } = addressMailsKeys(fingerprint('email', subject));
      if (!isKnown) charges.push({ key: askedDay, rule: rules.accountDay });
      await limits.requireAll(db, charges, now);
      const charge = await limits.charge(db, sentDayKey(account?.emailCanonical ?? subject), rules.accountDay, now);
      const isSent = account !== undefined && mayHave(account) && (isKnown || charge.allowed);
      const to = isSent ? { ...account, accountId: account.id } : undefined;
      return transact((tx) => send(tx, to, asked, now));
    });

  const emailCodeFor = ({ accountId: owner, emailCanonical: subject }: Addressee, network: string) =>
    ({ owner, subject, requester: requesterOf(network, false), kind: 'email' }) as const;

  const sendEmailCode: Mailbox['sendEmailCode'] = async (tx, to, network, now) => {
    const asked = emailCodeFor(to, network);
    await limits.chargeEach(
      tx,
      [
        { key: askedKey(fingerprint, asked), rule: rules.account },
        { key: sentDayKey(to.emailCanonical), rule: rules.accountDay },
      ],
      now,
    );
    return send(tx, to, asked, now);
  };

  return {
    sendEmailCode,
    awaitEmailCode: async (tx, to, network, now) => {
      const { accountId } = to;
      const { kind, ...by } = emailCodeFor(to, network);
      const thread = threadOf(fingerprint, { ...by, accountId });
      const open = await codes.openHandle(tx, { accountId, thread, kind, now });
      if (open !== undefined) return open;
      // Limited, because the account may have been registered with another person's mailbox.
      await limits.demand(tx, loginMailsKey(accountId), rules.accountDay, now);
      return sendEmailCode(tx, to, network, now);
    },
    resend: (request, now) => sendTo({ ...request, kind: 'email', now }, (account) => !account.emailVerified),
    forgot: (request, now) => sendTo({ ...request, kind: 'password_reset', now }, () => true),

    verify: async ({ requestId, code, setupToken, client }, now) => {
      const { network } = client;
      const found = await codes.find(db, { handle: requestId, kinds: ['email'], network, now });
      if ('outcome' in found) throw codeRefusal(found);
      // A refusal is thrown after the commit, which keeps the count of wrong codes.
      const result = await transact(async (tx): Promise<{ setup: SetupData; repeated: boolean } | AppError> => {
        const answer = await codes.answer(tx, found, { code, network, now });
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
      const found = await codes.find(db, { handle: requestId, kinds: ['password_reset'], network, now });
      if ('outcome' in found) throw codeRefusal({ ...found, delivery: null });
      // Guesses at the same time take turns: after the last allowed guess, no password is hashed.
      const refusal = await inTurn(requestId, async () => {
        const isOpen = await isResetOpen(db, hashHandle(requestId), now);
        const passwordHash = isOpen ? await passwords.hash(password) : undefined;
        return transact(async (tx): Promise<AppError | undefined> => {
          const answer = await codes.answer(tx, found, { code, network, now });
          if (answer.outcome === 'used') return codeRefusal(answer);
          if (answer.outcome !== 'right') return codeRefusal({ ...answer, delivery: null });
          const { accountId } = answer;
          // Ends the codes that others requested for this account, above all those of the person who registered it.
          await codes.closeCodes(tx, { accountId, kinds: ['email', 'password_reset'], now });
          // Locks the keys before the account's row, to prevent deadlocks. forgetPending closes the keys created since.
          await codes.closeKeys(tx, accountId, now);
          const { language } = client;
          const replaced = passwordHash && (await replacePassword(tx, { accountId, passwordHash, language, now }));
          if (!replaced) return new AppError('email_code.expired');
          if (replaced.takenOver) {
            await claims.release(tx, accountId, 'phone');
            await deleteClientHints(tx, accountId);
          }
          await twoFactor.forgetPending(tx, accountId, now);
          await sessions.endAll(tx, accountId, now);
          // Wrong old passwords do not count against the new one.
          for (const key of Object.values(accountTriesKeys(accountId))) await limits.clear(tx, key);
          await recordClientHints(tx, { accountId, event: 'reset_password', client, now });
          return undefined;
        });
      });
      if (refusal) throw refusal;
    },
  };
};
