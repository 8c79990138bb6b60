import { CLAIM_HOLD_MS, TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import type { Db, Transact, Tx } from '@laurel/database/client';
import type { InstagramHandler, InstagramOutcome } from '../../adapters/instagram/port.ts';
import type { TelegramHandler, TelegramOutcome, TelegramStart } from '../../adapters/telegram/port.ts';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import type { Bytes, Fingerprint, Keyring } from '../../crypto/keyring.ts';
import { hashHandle, newHandle } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { SessionUserId } from '../../http/gate.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import type { Hold, Outbox } from '../../jobs/port.ts';
import type { Claims } from '../account/claims.port.ts';
import {
  type Decision,
  EXPIRE_BATCH,
  holdsCode,
  instagramSubject,
  isOpen,
  maskEmail,
  newProofCode,
  type Review,
  type ReviewOutcome,
  SUBMISSIONS,
  submissionsKey,
  TELEGRAM_LINKS,
  telegramLinksKey,
} from './policy.ts';
import {
  bindInstagramId,
  bindSubject,
  findAwaiting,
  findDecided,
  findLink,
  findPending,
  type Held,
  hold,
  insertRequest,
  isLinkedToOther,
  isPhoneVerified,
  type LogLine,
  linkSubject,
  lockAccount,
  lockExpired,
  type Owner,
  readLogs,
  readPending,
  reviveLink,
  type Subject,
  settle,
  withdrawLink,
} from './store.ts';

const INSTAGRAM = 'INSTAGRAM_SUBSCRIPTION';
const TELEGRAM = 'TELEGRAM_SUBSCRIPTION';
type Deps = {
  db: Db;
  transact: Transact;
  limits: Pick<RateLimits, 'charge'>;
  claims: Claims;
  outbox: Pick<Outbox, 'mail'>;
  keyring: Keyring;
  fingerprint: Fingerprint;
  /** dm: a person proves an Instagram name by a code sent from it. */
  instagramProof: 'dm' | 'none';
  /** Where a person opens the bot with a code; AppError server.unavailable while that is not known. */
  telegramLinkFor(code: string): string;
};

type Asking = { userId: SessionUserId; client: Client };

/** What the adapters call (the bot; direct messages), and: */
export type Social = TelegramHandler &
  InstagramHandler & {
    /**
     * Submits an Instagram name; the earlier one of the same person that is still undecided is dropped.
     * @throws AppError social.attempts, social.tag_used
     */
    submitInstagram(asking: Asking & { tag: string }, now: Date): Promise<{ identifier: string; proofCode?: string }>;
    /**
     * A single-use link to the bot, in the place of an older one. Its code is also the event id.
     * @throws AppError social.attempts
     */
    telegramLink(asking: Asking, now: Date): Promise<{ code: string; link: string; expiresAt: string }>;
    /** What happened to a person's own verification, with the code to send while it is undecided; else nothing. */
    logs(userId: SessionUserId, eventId: string, now: Date): Promise<{ lines: LogLine[]; proofCode?: string }>;

    /** The Instagram names that wait for the organisers, oldest first. */
    pendingReviews(now: Date): Promise<Review[]>;
    /** Decides an Instagram name, once; the person is told by mail either way (SO-03). */
    decideInstagram(ask: Decision): Promise<ReviewOutcome>;
    /** Ends what nobody decided in time: an Instagram name is free again after a day, and its person is told. */
    expirePending(now: Date): Promise<number>;
  };

/** The rules of social verification. */
export const createSocial = (deps: Deps): Social => {
  const { db, transact, limits, claims, outbox, keyring, fingerprint } = deps;
  const telegramHash = (id: string): Bytes => fingerprint('telegram', id);
  const instagramHash = (name: string): Bytes => fingerprint('instagram', instagramSubject(name));

  const demandTry = async (key: string, rule: LimitRule, now: Date): Promise<void> => {
    const verdict = await limits.charge(db, key, rule, now);
    if (!verdict.allowed) throw new AppError('social.attempts', { retryAfterSeconds: verdict.retryAfterSeconds });
  };

  /**
   * Links what a request proved; whoever was first keeps it.
   * @param instagramId the fingerprint of Meta's id, where Meta told it: names change, ids do not
   */
  const conclude = async (
    tx: Tx,
    { owner: { accountId }, request }: Held,
    subject: Subject,
    now: Date,
    instagramId?: Bytes,
  ): Promise<'VERIFIED' | 'TAG_USED'> => {
    const isOurs = instagramId === undefined || (await bindInstagramId(tx, { idHash: instagramId, accountId, now }));
    const linked = isOurs && (await linkSubject(tx, { ...subject, accountId, now }));
    await settle(tx, [request.id], linked ? 'VERIFIED' : 'NOT_VERIFIED', now);
    return linked ? 'VERIFIED' : 'TAG_USED';
  };

  const tell = async (tx: Tx, to: Owner, tag: string, approved: boolean, wait?: Hold): Promise<void> => {
    const { name, email, language, accountId } = to;
    const message = approved
      ? ({ kind: 'social_approved', name, tag, phoneVerified: await isPhoneVerified(tx, accountId) } as const)
      : ({ kind: 'social_rejected', name, tag } as const);
    await outbox.mail(tx, { ...(wait ? { hold: wait } : {}), to: email, language, message });
  };

  /** Decides a held Instagram request, and tells its person. */
  const decide = async (tx: Tx, held: Held, approved: boolean, now: Date, instagramId?: Bytes, wait?: Hold) => {
    const { owner, request } = held;
    const tag = request.tag ?? '';
    const subject = { provider: INSTAGRAM, subjectHash: instagramHash(tag) } as const;
    const outcome = approved ? await conclude(tx, held, subject, now, instagramId) : 'NOT_VERIFIED';
    if (!approved) await settle(tx, [request.id], 'NOT_VERIFIED', now);
    await claims.release(tx, owner.accountId, 'instagram');
    await tell(tx, owner, tag, outcome === 'VERIFIED', wait);
    return outcome;
  };

  return {
    submitInstagram: async ({ userId, client, tag }, now) => {
      await demandTry(submissionsKey(userId), SUBMISSIONS, now);
      return transact(async (tx) => {
        if (!(await lockAccount(tx, userId))) throw new AppError('auth.expired');
        const subject = { provider: INSTAGRAM, subjectHash: instagramHash(tag) } as const;
        const link = await findLink(tx, subject);
        if (link && link.accountId !== userId) throw new AppError('social.tag_used');
        await settle(tx, await findPending(tx, userId, INSTAGRAM), 'NOT_VERIFIED', now);
        await claims.release(tx, userId, 'instagram');
        const expiresAt = after(now, CLAIM_HOLD_MS);
        const claim = { kind: 'instagram', fingerprint: subject.subjectHash, heldUntil: expiresAt } as const;
        if (!(await claims.hold(tx, { ...claim, accountId: userId, now }))) throw new AppError('social.tag_used');
        const identifier = newHandle();
        const proofCode = deps.instagramProof === 'dm' && !link?.live ? newProofCode() : undefined;
        const eventHash = hashHandle(identifier);
        const sealed = proofCode === undefined ? {} : { proofCode: keyring.seal('proof-code', proofCode) };
        const request = { ...subject, ...sealed, eventHash, accountId: userId, tag, createdAt: now, expiresAt };
        const id = await insertRequest(tx, request);
        // Proven already: there is nothing to decide.
        if (link?.live) await settle(tx, [id], 'VERIFIED', now);
        await recordClientHints(tx, { accountId: userId, event: 'submit_instagram', client, now });
        return { identifier, ...(proofCode === undefined ? {} : { proofCode }) };
      });
    },

    telegramLink: async ({ userId, client }, now) => {
      const code = newHandle();
      const link = deps.telegramLinkFor(code);
      await demandTry(telegramLinksKey(userId), TELEGRAM_LINKS, now);
      const expiresAt = after(now, TELEGRAM_LINK_TTL_MS);
      await transact(async (tx) => {
        if (!(await lockAccount(tx, userId))) throw new AppError('auth.expired');
        // A newer link replaces the older.
        await settle(tx, await findPending(tx, userId, TELEGRAM), 'NOT_VERIFIED', now);
        const request = { provider: TELEGRAM, eventHash: hashHandle(code), accountId: userId } as const;
        await insertRequest(tx, { ...request, createdAt: now, expiresAt });
        await recordClientHints(tx, { accountId: userId, event: 'telegram_link', client, now });
      });
      return { code, link, expiresAt: expiresAt.toISOString() };
    },

    logs: async (userId, eventId, now) => {
      const { lines, proofCode } = await readLogs(db, userId, hashHandle(eventId), now);
      return { lines, ...(proofCode && { proofCode: keyring.open('proof-code', proofCode).toString() }) };
    },

    startTelegram: ({ code, telegramUserId, now }) =>
      transact(async (tx): Promise<TelegramStart> => {
        const held = await hold(tx, { eventHash: hashHandle(code) }, TELEGRAM);
        if (!held) return { state: 'expired' };
        const { request, owner } = held;
        const { accountId, language } = owner;
        if (request.status === 'VERIFIED') return { state: 'used', language };
        if (!isOpen(request, now)) return { state: 'expired', language };
        const subject = { provider: TELEGRAM, subjectHash: telegramHash(telegramUserId) } as const;
        // Before the code is bound, so that it can still be opened by a Telegram account that is free.
        if (await isLinkedToOther(tx, subject, accountId)) return { state: 'tag_used', language };
        if (!(await bindSubject(tx, request.id, subject.subjectHash))) return { state: 'used', language };
        return { state: 'ask', maskedEmail: maskEmail(owner.email, 'name and domain'), language };
      }),

    confirmTelegram: ({ code, telegramUserId, isMember, now }) =>
      transact(async (tx): Promise<TelegramOutcome> => {
        const held = await hold(tx, { eventHash: hashHandle(code) }, TELEGRAM);
        const subject = { provider: TELEGRAM, subjectHash: telegramHash(telegramUserId) } as const;
        // A code answers to nobody but the Telegram account that opened it.
        if (!held?.request.subjectHash || !subject.subjectHash.equals(held.request.subjectHash)) {
          return { status: 'EXPIRED' };
        }
        const { request, owner } = held;
        const { accountId, language } = owner;
        if (request.status === 'VERIFIED') return { status: 'VERIFIED', language };
        if (!isOpen(request, now)) {
          return { status: (await isLinkedToOther(tx, subject, accountId)) ? 'TAG_USED' : 'EXPIRED', language };
        }
        if (isMember) return { status: await conclude(tx, held, subject, now), language };
        await settle(tx, [request.id], 'RETRY', now);
        return { status: 'RETRY', language };
      }),

    membershipChanged: ({ telegramUserId, isMember, now }) =>
      transact(async (tx) => {
        const subject = { provider: TELEGRAM, subjectHash: telegramHash(telegramUserId) } as const;
        const link = await findLink(tx, subject);
        if (!link || !(await lockAccount(tx, link.accountId))) return;
        const changed = isMember ? await reviveLink(tx, subject) : await withdrawLink(tx, subject, now);
        if (!changed) return;
        const decided = { ...subject, accountId: link.accountId };
        const ids = isMember
          ? await findDecided(tx, { ...decided, status: 'NOT_VERIFIED', newest: true })
          : await findDecided(tx, { ...decided, status: 'VERIFIED' });
        await settle(tx, ids, isMember ? 'VERIFIED' : 'NOT_VERIFIED', now);
      }),

    pendingReviews: async (now) => {
      const pending = await readPending(db, now);
      return pending.map(({ id, tag, createdAt, email, proofCode }) => ({
        id,
        tag,
        submittedAt: createdAt,
        maskedEmail: maskEmail(email),
        proofCode: proofCode && keyring.open('proof-code', proofCode).toString(),
      }));
    },

    decideInstagram: ({ approved, now, decided, hold: wait, ...which }) =>
      transact(async (tx): Promise<ReviewOutcome> => {
        const by = 'eventId' in which ? { eventHash: hashHandle(which.eventId) } : { id: which.requestId };
        const held = await hold(tx, by, INSTAGRAM);
        if (!held) return 'UNKNOWN';
        if (isOpen(held.request, now)) {
          const outcome = await decide(tx, held, approved, now, undefined, wait);
          await decided?.(tx, outcome);
          return outcome;
        }
        return held.request.status === 'VERIFIED' || held.request.status === 'NOT_VERIFIED' ? 'DECIDED' : 'EXPIRED';
      }),

    instagramMessage: ({ senderId, senderUsername, text, follows, now }) =>
      transact(async (tx): Promise<InstagramOutcome> => {
        const ask = { provider: INSTAGRAM, subjectHash: instagramHash(senderUsername), now } as const;
        const awaiting = await findAwaiting(tx, ask);
        if (awaiting.length === 0) return 'UNKNOWN';
        // Several people may wait for one name: whose code it is decides, and not who came last.
        const meant = awaiting.find(({ code }) => holdsCode(text, keyring.open('proof-code', code).toString()));
        if (!meant) return 'WRONG_CODE';
        const held = await hold(tx, { id: meant.id }, INSTAGRAM);
        if (!held || !isOpen(held.request, now)) return 'UNKNOWN';
        if (!follows) {
          await settle(tx, [held.request.id], 'RETRY', now);
          return 'RETRY';
        }
        return (await decide(tx, held, true, now, fingerprint('instagram-id', senderId))) === 'VERIFIED'
          ? 'VERIFIED'
          : 'TAG_USED';
      }),

    expirePending: async (now) => {
      let ended = 0;
      for (;;) {
        const batch = await transact(async (tx) => {
          const overdue = await lockExpired(tx, now, EXPIRE_BATCH);
          const ids = overdue.map(({ id }) => id);
          await settle(tx, ids, 'NOT_VERIFIED', now);
          for (const { tag, ...owner } of overdue) if (tag !== null) await tell(tx, owner, tag, false);
          return overdue.length;
        });
        ended += batch;
        if (batch < EXPIRE_BATCH) return ended;
      }
    },
  };
};
