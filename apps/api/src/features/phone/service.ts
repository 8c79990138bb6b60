import { randomUUID } from 'node:crypto';
import { isBlockedRegion } from '@laurel/contracts/blocked-regions';
import { SMS_CODE_TTL_MS } from '@laurel/contracts/limits';
import { messageKey } from '@laurel/contracts/messages';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Db, Transact, Tx } from '@laurel/database/client';
import type { LostMessage } from '../../adapters/sms/port.ts';
import { AppError, FieldError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { createPool } from '../../concurrency/pool.ts';
import type { Bytes } from '../../crypto/keyring.ts';
import { canonicalPhone, type PhoneFingerprints, phoneFingerprints } from '../../crypto/phone-number.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { Authority, SessionUserId } from '../../http/gate.ts';
import type { RateLimits } from '../../http/limits/port.ts';
import type { Outbox } from '../../jobs/port.ts';
import { CLAIM_HOLD_MS } from '../../limits.ts';
import type { Claims } from '../account/claims.port.ts';
import type { Sessions } from '../account/sessions.port.ts';
import type { Codes } from '../codes/port.ts';
import type { SecondFactor, TwoFactor } from '../two-factor/port.ts';
import { type ChannelSettings, createChannels, type Recipient } from './channels.service.ts';
import { lockNumber } from './numbers.store.ts';
import { changesKey, codeRefusal, DAY_MS, isFresh, isLimitRefusal, NUMBER_CHANGES, withOpenCode } from './policy.ts';
import { createProofs, type ProofSettings } from './proofs.service.ts';
import { isProvenByOther, newestMessage, readPhone, recordLost, refundCharge, setUnproven } from './store.ts';

type Deps = ChannelSettings &
  ProofSettings & {
    transact: Transact;
    limits: Pick<RateLimits, 'demand'>;
    claims: Claims;
    codes: Pick<Codes, 'find' | 'issueCode' | 'openHandle' | 'answer'>;
    twoFactor: Pick<TwoFactor, 'prove'>;
    sessions: Pick<Sessions, 'markTwoFactor'>;
    outbox: Pick<Outbox, 'prepareSms'>;
  };

type Request = {
  authority: Authority;
  /** Required unless the session proved one in the last 15 minutes; then it is ignored and not used up. */
  factor: SecondFactor | undefined;
  /** Changes the account's number; by default its stored one. */
  phoneNumber: string | undefined;
  /** By default the first one that fits. */
  channel?: PhoneChannel | undefined;
  client: Client;
};

/** A code on its way: the channel, and the one to ask for if it does not arrive. */
export type SentCode = { requestKey: string; channel: PhoneChannel; next: PhoneChannel | null };

export type Phones = Pick<ReturnType<typeof createProofs>, 'proveContact'> & {
  /**
   * Resolves if the phone is verified.
   * @throws AppError phone.unverified (404; of the newest text message, if there is one, `metadata` has the delivery, the channel
   *   and the next channel)
   */
  check(userId: SessionUserId, now: Date): Promise<void>;
  /**
   * Sends a code, or the one that is open again, and charges the limits and budgets in the same transaction. A limit's refusal
   * has the request key in `data.code` while a code of this account to this number is open.
   * @throws AppError otp.invalid, phone.already_verified, phone.missing, account.phone_taken, phone.cooldown,
   *   phone.hourly, phone.daily, phone.budget, limit.exceeded, server.unavailable; FieldError if the number's region
   *   is blocked, or the channel is not configured
   */
  request(request: Request, now: Date): Promise<SentCode>;
  /**
   * Proves the number that the code was sent to.
   * @throws AppError phone_code.expired, phone_code.wrong, phone_code.attempts, phone_code.undeliverable,
   *   account.phone_taken, limit.exceeded
   */
  confirm(
    answer: { userId: SessionUserId; requestKey: string; code: string; client: Client },
    now: Date,
  ): Promise<void>;
  /** @throws AppError phone.already_verified, otp.invalid, if the account may not get a link that proves its phone */
  admitContact(who: Pick<Request, 'authority' | 'factor' | 'client'>, now: Date): Promise<void>;
  /** Refunds the charge of a text message that was not sent; idempotent. */
  refundCharge(tx: Db | Tx, message: { id: string }, now: Date): Promise<void>;
  /** Records a provider's report that a message did not arrive; idempotent. */
  recordLost(message: LostMessage, now: Date): Promise<void>;
};

/**
 * How many requests this process handles at once, and lets wait: a request that waits for the lock on charges keeps a
 * database connection, and a flood of them must leave connections for other requests.
 */
const QUEUE = { atOnce: 6, maxWaiting: 200 };

/** The recipient of a text message. */
type Target = { number: string; hash: Bytes; hashes: PhoneFingerprints['all']; isChange: boolean };
/** A request that passed all checks. */
type Checked = { to: Target & Recipient; channel: PhoneChannel };

/** The rules of phone verification. */
export const createPhones = (deps: Deps): Phones => {
  const { db, transact, limits, claims, codes, twoFactor, sessions, outbox, fingerprint } = deps;
  const channels = createChannels(deps);
  const { prove, proveContact } = createProofs(deps);
  const inQueue = createPool(QUEUE);

  const targetOf = async (tx: Db | Tx, accountId: string, requested: string | undefined): Promise<Target> => {
    const stored = await readPhone(tx, accountId);
    // Erased since the gate checked.
    if (!stored) throw new AppError('auth.expired');
    const typed = requested ?? stored.phoneNumber;
    if (stored.verified) throw new AppError('phone.already_verified');
    if (typed === null) throw new AppError('phone.missing');
    const number = canonicalPhone(typed);
    const { canonical: hash, all: hashes } = phoneFingerprints(fingerprint, number);
    return { number, hash, hashes, isChange: number !== stored.phoneNumber };
  };

  const requireFree = async (tx: Db | Tx, accountId: string, target: Target, now: Date): Promise<void> => {
    // The edition's list may have grown since the number was stored.
    if (isBlockedRegion(target.number.slice(1), deps.blockedRegions)) {
      throw new FieldError({ phoneNumber: messageKey('phoneRegion') });
    }
    const claim = { kind: 'phone', fingerprint: target.hash, accountId, now } as const;
    const isHeld = target.isChange && (await claims.isBarred(tx, claim));
    if (isHeld || (await isProvenByOther(tx, target.hashes, accountId))) throw new AppError('account.phone_taken');
  };

  /**
   * Makes all checks before the lock is taken, so that a refusal uses up no factor and does not wait for other
   * requests.
   */
  const checkRequest = async ({ authority, phoneNumber, channel, client }: Request, now: Date): Promise<Checked> => {
    const accountId = authority.userId;
    const target = await targetOf(db, accountId, phoneNumber);
    if (target.isChange) await limits.demand(db, changesKey(accountId), NUMBER_CHANGES, now);
    await requireFree(db, accountId, target, now);
    const to = { accountId, ...target, network: client.network };
    const chosen = await channels.choose(to, channel, now);
    await channels.requireWithinLimits(db, to, chosen, now);
    return { to, channel: chosen };
  };

  const proveFactor: Phones['admitContact'] = async ({ authority, factor, client }, now) => {
    if (isFresh(authority.twoFactorAt, now)) return;
    if (!factor) throw new AppError('otp.invalid');
    const attempt = { accountId: authority.userId, factor, network: client.network, now };
    const proven = await transact(async (tx) => {
      const isRight = await twoFactor.prove(tx, attempt);
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

  const send = async ({ phoneNumber, client }: Request, { to, channel }: Checked, now: Date): Promise<SentCode> => {
    const { accountId, number, hash } = to;
    const handle = await transact(async (tx) => {
      const id = randomUUID();
      const issued = { accountId, kind: 'phone', ttlMs: SMS_CODE_TTL_MS, targetHash: hash, again: true, now } as const;
      const { challengeId, handle } = await codes.issueCode(tx, issued, ({ challengeId, code }) =>
        outbox.prepareSms(tx, id, {
          via: channel,
          to: number,
          language: client.language,
          accountId,
          challengeId,
          dropAfter: after(now, SMS_CODE_TTL_MS),
          message: { kind: 'phone_code', code },
        }),
      );
      // After issueCode, which closes the earlier code, and waits for a confirmation that has locked it.
      if (!(await setUnproven(tx, to))) {
        await targetOf(tx, accountId, phoneNumber);
        // Another tab has changed the number meanwhile.
        throw new AppError('server.unavailable', { retryAfterSeconds: 1 });
      }
      if (to.isChange) await moveClaim(tx, accountId, to, now);
      await recordClientHints(tx, { accountId, event: 'request_phone', client, now });
      await channels.requireWithinLimits(tx, to, channel, now, { id, challengeId });
      return handle;
    });
    return { requestKey: handle, channel, next: await channels.after(to, channel, now) };
  };

  /** Adds the key of the open code to the refusal of a limit: the response with the key may have been lost. */
  const refusalOf = async (error: unknown, { authority, phoneNumber }: Request, now: Date): Promise<unknown> => {
    if (!isLimitRefusal(error)) return error;
    const accountId = authority.userId;
    const { hash: targetHash } = await targetOf(db, accountId, phoneNumber);
    const key = await codes.openHandle(db, { accountId, kind: 'phone', targetHash, now });
    return key === undefined ? error : withOpenCode(error, key);
  };

  return {
    check: async (userId, now) => {
      const { verified, phoneNumber: number = null } = (await readPhone(db, userId)) ?? {};
      if (verified) return;
      const newest = number === null ? undefined : await newestMessage(db, userId, after(now, -DAY_MS));
      if (number === null || !newest) throw new AppError('phone.unverified', { status: 404 });
      const to = { accountId: userId, number, hash: phoneFingerprints(fingerprint, number).canonical, network: '' };
      const next = await channels.after(to, newest.channel, now);
      throw new AppError('phone.unverified', { status: 404, metadata: { ...newest, next } });
    },

    request: async (request, now) => {
      try {
        const checked = await checkRequest(request, now);
        await proveFactor(request, now);
        return await inQueue(() => send(request, checked, now));
      } catch (error) {
        throw await refusalOf(error, request, now);
      }
    },

    confirm: async ({ userId: accountId, requestKey, code, client }, now) => {
      const { network } = client;
      const found = await codes.find(db, { handle: requestKey, kinds: ['phone'], network, accountId, now });
      if ('outcome' in found) throw codeRefusal(found.outcome, found.delivery);
      // A refusal is thrown after the commit, which keeps the count of wrong codes.
      const refusal = await transact(async (tx): Promise<AppError | undefined> => {
        const answer = await codes.answer(tx, found, { code, network, now });
        if (answer.outcome === 'used') return codeRefusal('used', null);
        if (answer.outcome !== 'right') return codeRefusal(answer.outcome, answer.delivery);
        // Locked: a contact may prove another number at this moment.
        const number = await lockNumber(tx, accountId);
        const phone = number ? phoneFingerprints(fingerprint, number) : undefined;
        if (!phone || !answer.targetHash || !phone.canonical.equals(answer.targetHash)) {
          return codeRefusal('expired', null);
        }
        if (!(await prove(tx, accountId, phone, now))) return new AppError('account.phone_taken');
        await recordClientHints(tx, { accountId, event: 'confirm_phone', client, now });
        return undefined;
      });
      if (refusal) throw refusal;
    },

    admitContact: async (who, now) => {
      if ((await readPhone(db, who.authority.userId))?.verified) throw new AppError('phone.already_verified');
      await proveFactor(who, now);
    },

    proveContact,
    refundCharge,
    recordLost: (message, now) => recordLost(db, message, now),
  };
};
