import { isBlockedRegion } from '@laurel/contracts/blocked-regions';
import { CLAIM_HOLD_MS, SMS_CODE_TTL_MS } from '@laurel/contracts/limits';
import { FIELD_MESSAGES } from '@laurel/contracts/messages';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { AppError, FieldError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { createPool } from '../../concurrency/pool.ts';
import type { Bytes, Fingerprint } from '../../crypto/keyring.ts';
import { canonicalPhone, type PhoneFingerprints, phoneFingerprints } from '../../crypto/phone-number.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { Authority, SessionUserId } from '../../http/gate.ts';
import type { RateLimits } from '../../http/limits/port.ts';
import type { Outbox } from '../../jobs/port.ts';
import type { Claims } from '../account/claims.port.ts';
import type { Sessions } from '../account/sessions.port.ts';
import type { Codes } from '../codes/port.ts';
import type { SecondFactor, TwoFactor } from '../two-factor/port.ts';
import {
  type Budget,
  budgetBlock,
  budgetRefusal,
  CHARGES_THAT_COUNT,
  callingCodeOf,
  changesKey,
  codeRefusal,
  DAY_MS,
  HOUR_MS,
  isFresh,
  limitBlock,
  limitRefusal,
  NUMBER_CHANGES,
} from './policy.ts';
import {
  insertCharge,
  isProvenByOther,
  lockCharges,
  newestCharges,
  newestDelivery,
  nthCharge,
  proveNumber,
  readStanding,
  refundCharge,
  setNumber,
} from './store.ts';

type Deps = {
  db: Db;
  transact: Transact;
  limits: Pick<RateLimits, 'demand'>;
  claims: Claims;
  codes: Pick<Codes, 'isKnown' | 'issueCode' | 'answer'>;
  twoFactor: Pick<TwoFactor, 'prove'>;
  sessions: Pick<Sessions, 'markTwoFactor'>;
  outbox: Pick<Outbox, 'sms'>;
  fingerprint: Fingerprint;
  /** Calling codes whose numbers are refused. */
  blockedRegions: readonly string[];
  /** Text messages in an hour: in all, for one country code, for one network. */
  budgets: { hourly: number; countryHourly: number; networkHourly: number };
  /** Hears of each message that a budget refused. */
  onBudgetRefused(budget: Budget): void;
};

type Request = {
  authority: Authority;
  /** Needed unless the session proved one in the last 15 minutes; else it is not looked at, nor used up. */
  factor: SecondFactor | undefined;
  /** Changes the account's number; absent: the one it has. */
  phoneNumber: string | undefined;
  client: Client;
};

export type Phones = {
  /**
   * Resolves where the phone is verified.
   * @throws AppError phone.unverified (404, with `metadata.delivery` of the newest text message, if there is one)
   */
  check(userId: SessionUserId): Promise<void>;
  /**
   * Sends a code by SMS, and charges it to the limits and budgets in the same transaction; the request key.
   * @throws AppError otp.invalid, phone.already_verified, phone.missing, account.phone_taken, phone.cooldown,
   *   phone.hourly, phone.daily, phone.budget, limit.exceeded, server.unavailable; FieldError where the number's region is blocked
   */
  request(request: Request, now: Date): Promise<string>;
  /**
   * Proves the number that the code was sent to.
   * @throws AppError phone_code.expired, phone_code.wrong, phone_code.attempts, phone_code.undeliverable,
   *   account.phone_taken, limit.exceeded
   */
  confirm(
    answer: { userId: SessionUserId; requestKey: string; code: string; client: Client },
    now: Date,
  ): Promise<void>;
  /** Gives back the charge of a text message that never left, however often it is told so. */
  giveBack(tx: Db | Tx, challengeId: string, now: Date): Promise<void>;
};

/**
 * How many requests this process works on, and lets wait: one that waits for the charges' lock keeps a connection, and a
 * flood of them must not take those from everybody else.
 */
const LINE = { atOnce: 2, maxWaiting: 200 };

/** Where a text message is to go. */
type Target = { number: string; hash: Bytes; hashes: PhoneFingerprints['all']; isChange: boolean };

/** The rules of phone verification. */
export const createPhones = (deps: Deps): Phones => {
  const { db, transact, limits, claims, codes, twoFactor, sessions, outbox, fingerprint, budgets } = deps;
  const inLine = createPool(LINE);

  const targetOf = async (tx: Db | Tx, accountId: string, asked: string | undefined): Promise<Target> => {
    const standing = await readStanding(tx, accountId);
    // Erased since the gate looked.
    if (!standing) throw new AppError('auth.expired');
    const typed = asked ?? standing.phoneNumber;
    if (standing.verified) throw new AppError('phone.already_verified');
    if (typed === null) throw new AppError('phone.missing');
    const number = canonicalPhone(typed);
    const { canonical: hash, all: hashes } = phoneFingerprints(fingerprint, number);
    return { number, hash, hashes, isChange: number !== standing.phoneNumber };
  };

  const demandFree = async (tx: Db | Tx, accountId: string, target: Target, now: Date): Promise<void> => {
    // The edition's list may have grown since the number was given.
    if (isBlockedRegion(target.number.slice(1), deps.blockedRegions)) {
      throw new FieldError({ phoneNumber: FIELD_MESSAGES.phoneRegion });
    }
    const ask = { kind: 'phone', fingerprint: target.hash, accountId, now } as const;
    const isHeld = target.isChange && (await claims.isBarred(tx, ask));
    if (isHeld || (await isProvenByOther(tx, target.hashes, accountId))) throw new AppError('account.phone_taken');
  };

  const demandWithinLimits = async (
    tx: Db | Tx,
    { accountId, target, network }: { accountId: string; target: Target; network: string },
    now: Date,
  ): Promise<void> => {
    const day = { since: after(now, -DAY_MS), count: CHARGES_THAT_COUNT };
    const histories = [
      await newestCharges(tx, { accountId }, day),
      await newestCharges(tx, { phoneHash: target.hash }, day),
    ];
    const limited = limitBlock(histories, now);
    if (limited) throw limitRefusal(limited, now);
    const since = after(now, -HOUR_MS);
    const spent = budgetBlock(
      {
        country: await nthCharge(
          tx,
          { callingCode: callingCodeOf(target.number) },
          { since, nth: budgets.countryHourly },
        ),
        network: await nthCharge(tx, { network }, { since, nth: budgets.networkHourly }),
        total: await nthCharge(tx, {}, { since, nth: budgets.hourly }),
      },
      now,
    );
    if (!spent) return;
    deps.onBudgetRefused(spent.code);
    throw budgetRefusal(spent, now);
  };

  /** All that can refuse a text message, seen from outside of the lock: a refusal uses up no factor, and waits for nobody. */
  const lookAhead = async ({ authority, phoneNumber, client }: Request, now: Date): Promise<void> => {
    const accountId = authority.userId;
    const target = await targetOf(db, accountId, phoneNumber);
    if (target.isChange) await limits.demand(db, changesKey(accountId), NUMBER_CHANGES, now);
    await demandFree(db, accountId, target, now);
    await demandWithinLimits(db, { accountId, target, network: client.network }, now);
  };

  const proveFactor = async ({ authority, factor, client }: Request, now: Date): Promise<void> => {
    if (isFresh(authority.twoFactorAt, now)) return;
    if (!factor) throw new AppError('otp.invalid');
    const ask = { accountId: authority.userId, factor, network: client.network, now };
    const proven = await transact(async (tx) => {
      const isRight = await twoFactor.prove(tx, ask);
      if (isRight) await sessions.markTwoFactor(tx, authority.sessionId, now);
      return isRight;
    });
    if (!proven) throw new AppError('otp.invalid');
  };

  const moveClaim = async (tx: Tx, accountId: string, target: Target, now: Date): Promise<void> => {
    await claims.release(tx, accountId, 'phone');
    const claim = {
      kind: 'phone',
      fingerprint: target.hash,
      accountId,
      heldUntil: after(now, CLAIM_HOLD_MS),
      now,
    } as const;
    if (!(await claims.hold(tx, claim))) throw new AppError('account.phone_taken');
  };

  const send = ({ authority, phoneNumber, client }: Request, now: Date): Promise<string> =>
    transact(async (tx) => {
      const accountId = authority.userId;
      await lockCharges(tx);
      const { hash } = await targetOf(tx, accountId, phoneNumber);
      const ask = { accountId, kind: 'phone', ttlMs: SMS_CODE_TTL_MS, targetHash: hash, now } as const;
      const { challengeId, handle, code } = await codes.issueCode(tx, ask);
      // Looked at again: a confirmation that was under way has ended by now, for it held the code that was just closed.
      const target = await targetOf(tx, accountId, phoneNumber);
      await demandFree(tx, accountId, target, now);
      await demandWithinLimits(tx, { accountId, target, network: client.network }, now);
      await insertCharge(tx, {
        challengeId,
        accountId,
        phoneHash: hash,
        callingCode: callingCodeOf(target.number),
        network: client.network,
        chargedAt: now,
      });
      if (!(await setNumber(tx, accountId, target.number))) throw new AppError('auth.expired');
      if (target.isChange) await moveClaim(tx, accountId, target, now);
      await outbox.sms(tx, {
        to: target.number,
        language: client.language,
        challengeId,
        dropAfter: after(now, SMS_CODE_TTL_MS),
        message: { kind: 'phone_code', code },
      });
      await recordClientHints(tx, { accountId, event: 'request_phone', client, now });
      return handle;
    });

  return {
    check: async (userId) => {
      if ((await readStanding(db, userId))?.verified) return;
      const delivery = await newestDelivery(db, userId);
      throw new AppError('phone.unverified', { status: 404, ...(delivery ? { metadata: { delivery } } : {}) });
    },

    request: (request, now) =>
      inLine(async () => {
        await lookAhead(request, now);
        await proveFactor(request, now);
        return send(request, now);
      }),

    confirm: async ({ userId: accountId, requestKey, code, client }, now) => {
      const known = { handle: requestKey, kinds: ['phone'], network: client.network, now } as const;
      if (!(await codes.isKnown(db, known))) throw codeRefusal('expired', null);
      // A refusal is thrown after the commit, which keeps the count of wrong codes.
      const refusal = await transact(async (tx): Promise<AppError | undefined> => {
        const ask = { handle: requestKey, code, kind: 'phone', network: client.network, accountId, now } as const;
        const answer = await codes.answer(tx, ask);
        if (answer.outcome === 'used') return codeRefusal('used', null);
        if (answer.outcome !== 'right') return codeRefusal(answer.outcome, answer.delivery);
        const number = (await readStanding(tx, accountId))?.phoneNumber;
        const phone = number ? phoneFingerprints(fingerprint, number) : undefined;
        const phoneHash = phone?.canonical;
        if (!phoneHash || !answer.targetHash || !phoneHash.equals(answer.targetHash)) {
          return codeRefusal('expired', null);
        }
        // The unique key decides between proofs of the one spelling; other spellings are of earlier releases, and stay.
        const isOthers = await isProvenByOther(tx, phone.others, accountId);
        if (isOthers || !(await proveNumber(tx, { accountId, phoneHash, now })))
          return new AppError('account.phone_taken');
        await claims.release(tx, accountId, 'phone');
        await recordClientHints(tx, { accountId, event: 'confirm_phone', client, now });
        return undefined;
      });
      if (refusal) throw refusal;
    },

    giveBack: refundCharge,
  };
};
