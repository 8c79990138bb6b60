import { TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import type { Db, Transact, Tx } from '@laurel/database/client';
import type { InstagramOutcome } from '../../adapters/instagram/port.ts';
import type { TelegramOutcome, TelegramStart } from '../../adapters/telegram/port.ts';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import type { Bytes, Fingerprint, Keyring } from '../../crypto/keyring.ts';
import { hashHandle, newHandle } from '../../crypto/random.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import { CLAIM_HOLD_MS } from '../../limits.ts';
import type { Claims } from '../account/claims.port.ts';
import { type Notices, notifyDecision } from './notice.service.ts';
import {
  containsCode,
  EXPIRE_BATCH,
  instagramSubject,
  isOpen,
  maskEmail,
  newProofCode,
  SUBMISSIONS,
  submissionsKey,
  TELEGRAM_LINKS,
  telegramLinksKey,
  telegramName,
} from './policy.ts';
import type { Social } from './port.ts';
import {
  bindInstagramId,
  bindSubject,
  endPending,
  findAsked,
  findAwaiting,
  findDecided,
  findLink,
  insertRequest,
  isLinkedToOther,
  isPhoneVerified,
  isTelegramLinked,
  type Locked,
  linkSubject,
  lockAccount,
  lockExpired,
  lockRequest,
  type Owner,
  readLogs,
  restoreLink,
  type Subject,
  setStatus,
  withdrawLink,
} from './store.ts';
import { followersRange, type Trait, telegramAge } from './traits.policy.ts';

const INSTAGRAM = 'INSTAGRAM_SUBSCRIPTION';
const TELEGRAM = 'TELEGRAM_SUBSCRIPTION';

type Deps = Notices & {
  db: Db;
  transact: Transact;
  limits: Pick<RateLimits, 'charge'>;
  claims: Claims;
  keyring: Keyring;
  fingerprint: Fingerprint;
  /** Whether somebody decides on Instagram names. */
  hasInstagram: boolean;
  /** dm: the user proves an Instagram name by sending a code from it. */
  instagramProof: 'dm' | 'none';
  /** Proves the number of a locked account that Telegram has of its person; false if it does not count. */
  proveContact(tx: Tx, accountId: string, phoneNumber: string, now: Date): Promise<boolean>;
  /**
   * The address that opens the bot with a code.
   * @throws AppError server.unavailable while the bot's name is unknown, request.not_found without a bot
   */
  telegramLinkFor(code: string): string;
};

/** The rules of social verification. */
export const createSocial = (deps: Deps): Social => {
  const { db, transact, limits, claims, keyring, fingerprint } = deps;
  const telegramHash = (id: string): Bytes => fingerprint('telegram', id);
  const instagramHash = (name: string): Bytes => fingerprint('instagram', instagramSubject(name));

  const requireTry = async (key: string, rule: LimitRule, now: Date): Promise<void> => {
    const charge = await limits.charge(db, key, rule, now);
    if (!charge.allowed) throw new AppError('social.attempts', { retryAfterSeconds: charge.retryAfterSeconds });
  };

  /**
   * Closes a request: links its social account, unless it belongs to another account.
   * @param instagramId the fingerprint of Meta's id, if known: names change, ids do not
   */
  const conclude = async (
    tx: Tx,
    { owner: { accountId }, request }: Locked,
    subject: Subject & { trait: Trait },
    now: Date,
    instagramId?: Bytes,
  ): Promise<'VERIFIED' | 'TAG_USED'> => {
    const isBound = instagramId === undefined || (await bindInstagramId(tx, { idHash: instagramId, accountId, now }));
    const linked = isBound && (await linkSubject(tx, { ...subject, accountId, now }));
    await setStatus(tx, [request.id], linked ? 'VERIFIED' : 'NOT_VERIFIED', now);
    return linked ? 'VERIFIED' : 'TAG_USED';
  };

  const notify = async (tx: Tx, to: Owner, tag: string, approved: boolean): Promise<void> => {
    const phoneVerified = approved && (await isPhoneVerified(tx, to.accountId));
    await notifyDecision(tx, deps, { to, tag, approved, phoneVerified });
  };

  /** Approves a locked Instagram request whose owner has sent the code, and notifies the user. */
  const approve = async (
    tx: Tx,
    held: Locked,
    { instagramId, trait }: { instagramId: Bytes; trait: Trait },
    now: Date,
  ): Promise<'VERIFIED' | 'TAG_USED'> => {
    const { owner, request } = held;
    const tag = request.tag ?? '';
    const subject = { provider: INSTAGRAM, subjectHash: instagramHash(tag), trait } as const;
    const outcome = await conclude(tx, held, subject, now, instagramId);
    await claims.release(tx, owner.accountId, 'instagram');
    await notify(tx, owner, tag, outcome === 'VERIFIED');
    return outcome;
  };

  return {
    submitInstagram: async ({ userId, client, tag }, now) => {
      if (!deps.hasInstagram) throw new AppError('request.not_found');
      await requireTry(submissionsKey(userId), SUBMISSIONS, now);
      return transact(async (tx) => {
        if (!(await lockAccount(tx, userId))) throw new AppError('auth.expired');
        const subject = { provider: INSTAGRAM, subjectHash: instagramHash(tag) } as const;
        const link = await findLink(tx, subject);
        if (link && link.accountId !== userId) throw new AppError('social.tag_used');
        await endPending(tx, userId, INSTAGRAM, now);
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
        // Already proven: no decision is needed.
        if (link?.live) await setStatus(tx, [id], 'VERIFIED', now);
        await recordClientHints(tx, { accountId: userId, event: 'submit_instagram', client, now });
        return { identifier, ...(proofCode === undefined ? {} : { proofCode }) };
      });
    },

    telegramLink: async ({ userId, client, provesPhone }, now) => {
      const code = newHandle();
      const link = deps.telegramLinkFor(code);
      await requireTry(telegramLinksKey(userId), TELEGRAM_LINKS, now);
      const expiresAt = after(now, TELEGRAM_LINK_TTL_MS);
      await transact(async (tx) => {
        if (!(await lockAccount(tx, userId))) throw new AppError('auth.expired');
        // The new link replaces an older one.
        await endPending(tx, userId, TELEGRAM, now);
        const request = { provider: TELEGRAM, eventHash: hashHandle(code), accountId: userId } as const;
        await insertRequest(tx, { ...request, createdAt: now, expiresAt, contactAt: provesPhone ? now : null });
        await recordClientHints(tx, { accountId: userId, event: 'telegram_link', client, now });
      });
      return { code, link, expiresAt: expiresAt.toISOString() };
    },

    logs: async (userId, eventId, now) => {
      const { lines, proofCode } = await readLogs(db, userId, hashHandle(eventId), now);
      return { lines, ...(proofCode && { proofCode: keyring.open('proof-code', proofCode).toString() }) };
    },

    startTelegram: ({ code, telegramUserId, name, now }) =>
      transact(async (tx): Promise<TelegramStart> => {
        const held = await lockRequest(tx, { eventHash: hashHandle(code) }, TELEGRAM);
        if (!held) return { state: 'expired' };
        const { request, owner } = held;
        const { accountId, language } = owner;
        if (request.status === 'VERIFIED') return { state: 'used', language };
        if (!isOpen(request, now)) return { state: 'expired', language };
        const subject = { provider: TELEGRAM, subjectHash: telegramHash(telegramUserId) } as const;
        // Checked before the code is bound, so that another Telegram account can still open it.
        if (await isLinkedToOther(tx, subject, accountId)) return { state: 'tag_used', language };
        const nameHash = name === undefined ? null : fingerprint('telegram-name', telegramName(name));
        if (!(await bindSubject(tx, request.id, { ...subject, nameHash, now }))) return { state: 'used', language };
        const contact = request.provesPhone && !(await isPhoneVerified(tx, accountId));
        const maskedEmail = maskEmail(owner.email, 'name and domain');
        return { state: 'ask', maskedEmail, language, ...(contact && { contact }) };
      }),

    confirmTelegram: ({ code, telegramUserId, phoneNumber, isMember, now }) =>
      transact(async (tx): Promise<TelegramOutcome> => {
        const subject = { provider: TELEGRAM, subjectHash: telegramHash(telegramUserId) } as const;
        const opened = code === undefined ? await findAsked(tx, subject) : { eventHash: hashHandle(code) };
        const held = opened && (await lockRequest(tx, opened, TELEGRAM));
        // A code works only for the Telegram account that opened it.
        if (!held?.request.subjectHash || !subject.subjectHash.equals(held.request.subjectHash)) {
          return { status: 'EXPIRED' };
        }
        const { request, owner } = held;
        const { accountId, language } = owner;
        if (request.status === 'VERIFIED') return { status: 'VERIFIED', language };
        if (!isOpen(request, now)) {
          return { status: (await isLinkedToOther(tx, subject, accountId)) ? 'TAG_USED' : 'EXPIRED', language };
        }
        if (phoneNumber !== undefined) {
          if (await isLinkedToOther(tx, subject, accountId)) return { status: 'TAG_USED', language };
          const counts = await deps.proveContact(tx, accountId, phoneNumber, now);
          if (!counts) return { status: 'NUMBER_REFUSED', language };
        }
        const trait = { kind: 'telegram_age', value: telegramAge(telegramUserId) } as const;
        if (isMember) return { status: await conclude(tx, held, { ...subject, trait }, now), language };
        await setStatus(tx, [request.id], 'RETRY', now);
        return { status: 'RETRY', language };
      }),

    membershipChanged: ({ telegramUserId, isMember, now }) =>
      transact(async (tx) => {
        const subject = { provider: TELEGRAM, subjectHash: telegramHash(telegramUserId) } as const;
        const link = await findLink(tx, subject);
        if (!link || !(await lockAccount(tx, link.accountId))) return false;
        const changed = isMember ? await restoreLink(tx, subject) : await withdrawLink(tx, subject, now);
        if (!changed) return false;
        const decided = { ...subject, accountId: link.accountId };
        const ids = isMember
          ? await findDecided(tx, { ...decided, status: 'NOT_VERIFIED', newest: true })
          : await findDecided(tx, { ...decided, status: 'VERIFIED' });
        await setStatus(tx, ids, isMember ? 'VERIFIED' : 'NOT_VERIFIED', now);
        return true;
      }),

    instagramMessage: ({ senderId, senderUsername, text, follows, followers, now }) =>
      transact(async (tx): Promise<InstagramOutcome> => {
        const subject = { provider: INSTAGRAM, subjectHash: instagramHash(senderUsername), now } as const;
        const awaiting = await findAwaiting(tx, subject);
        if (awaiting.length === 0) return 'UNKNOWN';
        // Several accounts may have requests for one name. The code in the message selects the request.
        const meant = awaiting.find(({ code }) => containsCode(text, keyring.open('proof-code', code).toString()));
        if (!meant) return 'WRONG_CODE';
        const held = await lockRequest(tx, { id: meant.id }, INSTAGRAM);
        if (!held || !isOpen(held.request, now)) return 'UNKNOWN';
        if (!follows) {
          await setStatus(tx, [held.request.id], 'RETRY', now);
          return 'RETRY';
        }
        const trait = { kind: 'instagram_followers', value: followersRange(followers) } as const;
        return approve(tx, held, { instagramId: fingerprint('instagram-id', senderId), trait }, now);
      }),

    expirePending: async (now) => {
      let ended = 0;
      for (;;) {
        const batch = await transact(async (tx) => {
          const overdue = await lockExpired(tx, now, EXPIRE_BATCH);
          const ids = overdue.map(({ id }) => id);
          await setStatus(tx, ids, 'NOT_VERIFIED', now);
          for (const { tag, ...owner } of overdue) {
            if (tag !== null && !(await isTelegramLinked(tx, owner.accountId))) await notify(tx, owner, tag, false);
          }
          return overdue.length;
        });
        ended += batch;
        if (batch < EXPIRE_BATCH) return ended;
      }
    },
  };
};
