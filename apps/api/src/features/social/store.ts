import { randomUUID } from 'node:crypto';
import type { Language } from '@laurel/contracts/languages';
import type { SocialVerificationType, VerificationStatus } from '@laurel/contracts/verification';
import { type Db, sql, type Tx } from '@laurel/database/client';
import type { Bytes } from '../../crypto/keyring.ts';
import type { Trait } from './traits.policy.ts';

// Transactions lock the account first, and its requests, links and claims after it. Only `lockExpired` locks no
// account.

/** An account, and what a mail to its user needs. */
export type Owner = { accountId: string; name: string; email: string; language: Language };

/** One attempt to verify a social account. */
type SocialRequest = {
  id: string;
  /** The Instagram name as typed. */
  tag: string | null;
  proofCode: Uint8Array | null;
  subjectHash: Uint8Array | null;
  /** Whether the bot may ask for the number as well. */
  provesPhone: boolean;
  status: VerificationStatus;
  expiresAt: Date;
};

/** Locks an account until the transaction ends; undefined if it is erased. */
export const lockAccount = async (tx: Tx, accountId: string): Promise<Owner | undefined> => {
  const [row] = await tx.$queryRaw<Owner[]>`
    SELECT id AS "accountId", name, email, language FROM accounts
     WHERE id = ${accountId}::uuid AND erased_at IS NULL FOR NO KEY UPDATE`;
  return row;
};

/** Whether an account's phone is verified, by the view that defines eligibility. */
export const isPhoneVerified = async (tx: Tx, accountId: string): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ verified: boolean }[]>`
    SELECT phone_ok AS verified FROM voter_eligibility WHERE account_id = ${accountId}::uuid`;
  return row?.verified ?? false;
};

/** Whether an account is verified by Telegram. */
export const isTelegramLinked = async (tx: Tx, accountId: string): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ linked: boolean }[]>`
    SELECT EXISTS (SELECT FROM social_links WHERE account_id = ${accountId}::uuid
                      AND provider = 'TELEGRAM_SUBSCRIPTION' AND revoked_at IS NULL) AS linked`;
  return row?.linked ?? false;
};

/** A request and its account, both locked. */
export type Locked = { owner: Owner; request: SocialRequest };

/** Locks the account and the request until the transaction ends; undefined if there is no such request. */
export const lockRequest = async (
  tx: Tx,
  where: { id: string } | { eventHash: Bytes },
  provider: SocialVerificationType,
): Promise<Locked | undefined> => {
  const isMeant = 'id' in where ? sql`id = ${where.id}::uuid` : sql`event_hash = ${where.eventHash}`;
  const [owner] = await tx.$queryRaw<Owner[]>`
    SELECT id AS "accountId", name, email, language FROM accounts
     WHERE id = (SELECT account_id FROM social_requests WHERE ${isMeant}) AND erased_at IS NULL FOR NO KEY UPDATE`;
  if (!owner) return undefined;
  const [request] = await tx.$queryRaw<SocialRequest[]>`
    SELECT id, tag, proof_code AS "proofCode", subject_hash AS "subjectHash", contact_at IS NOT NULL AS "provesPhone",
           status, expires_at AS "expiresAt"
      FROM social_requests WHERE ${isMeant} AND provider = ${provider} FOR UPDATE`;
  return request && { owner, request };
};

/** Inserts a request and the first line of its log. */
export const insertRequest = async (
  tx: Tx,
  request: {
    eventHash: Bytes;
    accountId: string;
    provider: SocialVerificationType;
    tag?: string;
    proofCode?: Bytes;
    subjectHash?: Bytes;
    contactAt?: Date | null;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<string> => {
  const { eventHash, accountId, provider, tag, proofCode, subjectHash, contactAt, createdAt, expiresAt } = request;
  const id = randomUUID();
  await tx.$executeRaw`
    WITH request AS (
      INSERT INTO social_requests (id, event_hash, account_id, provider, status, tag, proof_code, subject_hash, contact_at,
                                   created_at, expires_at)
      VALUES (${id}::uuid, ${eventHash}, ${accountId}::uuid, ${provider}, 'IN_PROGRESS', ${tag ?? null}, ${proofCode ?? null},
              ${subjectHash ?? null}, ${contactAt ?? null}, ${createdAt}, ${expiresAt})
    )
    INSERT INTO verification_logs (request_id, status, created_at) VALUES (${id}::uuid, 'IN_PROGRESS', ${createdAt})`;
  return id;
};

/** Sets the status of requests that have another one, logs it, and announces it to subscribers. */
export const setStatus = async (
  tx: Tx,
  ids: readonly string[],
  status: VerificationStatus,
  now: Date,
): Promise<void> => {
  await tx.$executeRaw`SELECT set_request_status(${[...ids]}::uuid[], ${status}, ${now})`;
};

/** Ends the pending requests of an account, as `setStatus` does. */
export const endPending = async (
  tx: Tx,
  accountId: string,
  provider: SocialVerificationType,
  now: Date,
): Promise<void> => {
  await tx.$executeRaw`
    SELECT set_request_status(ARRAY(SELECT id FROM social_requests
                                     WHERE account_id = ${accountId}::uuid AND provider = ${provider} AND decided_at IS NULL),
                              'NOT_VERIFIED', ${now})`;
};

/** The pending requests for a name with their sealed codes, newest first. */
export const findAwaiting = async (
  tx: Tx,
  { provider, subjectHash, now }: Subject & { now: Date },
): Promise<{ id: string; code: Uint8Array }[]> => {
  const rows = await tx.socialRequest.findMany({
    where: { provider, decidedAt: null, expiresAt: { gt: now }, subjectHash },
    orderBy: { createdAt: 'desc' },
    select: { id: true, proofCode: true },
  });
  return rows.flatMap(({ id, proofCode: code }) => (code === null ? [] : [{ id, code }]));
};

/** The link that this Telegram account opened last of those that prove a phone. */
export const findAsked = (tx: Tx, { provider, subjectHash }: Subject): Promise<{ id: string } | null> =>
  tx.socialRequest.findFirst({
    where: { provider, subjectHash, contactAt: { not: null } },
    orderBy: { contactAt: 'desc' },
    select: { id: true },
  });

/**
 * Binds a code to the first Telegram account that opens it; false if that was another one.
 * @param by.nameHash the fingerprint of the account's name, for searches
 */
export const bindSubject = async (
  tx: Tx,
  id: string,
  { subjectHash, nameHash, now }: Pick<Subject, 'subjectHash'> & { nameHash: Bytes | null; now: Date },
): Promise<boolean> => {
  const bound = await tx.$executeRaw`
    UPDATE social_requests SET subject_hash = ${subjectHash}, name_hash = ${nameHash},
           contact_at = CASE WHEN contact_at IS NOT NULL THEN ${now}::timestamptz END
     WHERE id = ${id}::uuid AND (subject_hash IS NULL OR subject_hash = ${subjectHash})`;
  return bound === 1;
};

/** A social account. */
export type Subject = { provider: SocialVerificationType; subjectHash: Bytes };

/** The account that a social account is linked to, and whether the link is valid; a withdrawn one stays reserved. */
export const findLink = async (
  tx: Tx,
  { provider, subjectHash }: Subject,
): Promise<{ accountId: string; live: boolean } | undefined> => {
  const row = await tx.socialLink.findUnique({
    where: { provider_subjectHash: { provider, subjectHash } },
    select: { accountId: true, revokedAt: true },
  });
  return row ? { accountId: row.accountId, live: row.revokedAt === null } : undefined;
};

/** Whether a social account is linked to another account, even by a withdrawn link. */
export const isLinkedToOther = async (tx: Tx, subject: Subject, accountId: string): Promise<boolean> => {
  const link = await findLink(tx, subject);
  return link !== undefined && link.accountId !== accountId;
};

/**
 * Links a social account to a locked account, in place of another one of the same network, and notes its trait. The unique
 * key decides races.
 * @returns false if the social account belongs to another account
 */
export const linkSubject = async (
  tx: Tx,
  { provider, subjectHash, accountId, trait, now }: Subject & { accountId: string; trait: Trait; now: Date },
): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ linked: boolean }[]>`
    SELECT linked, CASE WHEN linked THEN note_trait(${accountId}::uuid, ${trait.kind}, ${trait.value}, ${now})::text END
      FROM link_social(${accountId}::uuid, ${provider}, ${subjectHash}, ${now}) AS linked`;
  return row?.linked ?? false;
};

/**
 * Binds an Instagram account, under all its names, to an account. The primary key decides races.
 * @returns false if the Instagram account is bound to another account
 */
export const bindInstagramId = async (
  tx: Tx,
  { idHash, accountId, now }: { idHash: Bytes; accountId: string; now: Date },
): Promise<boolean> => {
  const bound = await tx.$executeRaw`
    INSERT INTO instagram_accounts AS i (id_hash, account_id, verified_at)
    VALUES (${idHash}, ${accountId}::uuid, ${now})
    ON CONFLICT (id_hash) DO UPDATE SET verified_at = excluded.verified_at WHERE i.account_id = excluded.account_id`;
  return bound === 1;
};

/** Withdraws a valid link; true if there was one. */
export const withdrawLink = async (tx: Tx, { provider, subjectHash }: Subject, now: Date): Promise<boolean> => {
  const withdrawn = await tx.$executeRaw`
    UPDATE social_links SET revoked_at = ${now}
     WHERE provider = ${provider} AND subject_hash = ${subjectHash} AND revoked_at IS NULL`;
  return withdrawn === 1;
};

/** Restores a withdrawn link, unless another one of the same network replaced it; true if it was restored. */
export const restoreLink = async (tx: Tx, { provider, subjectHash }: Subject): Promise<boolean> => {
  const revived = await tx.$executeRaw`
    UPDATE social_links l SET revoked_at = NULL
     WHERE l.provider = ${provider} AND l.subject_hash = ${subjectHash} AND l.revoked_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM social_links o
                        WHERE o.account_id = l.account_id AND o.provider = l.provider AND o.revoked_at IS NULL)`;
  return revived === 1;
};

/** The account's requests for a social account that have this status, newest first; with `newest` only the newest. */
export const findDecided = async (
  tx: Tx,
  of: Subject & { accountId: string; status: 'VERIFIED' | 'NOT_VERIFIED'; newest?: true },
): Promise<string[]> => {
  const { accountId, provider, subjectHash, status } = of;
  const rows = await tx.socialRequest.findMany({
    where: { accountId, provider, subjectHash, status },
    orderBy: { createdAt: 'desc' },
    ...(of.newest ? { take: 1 } : {}),
    select: { id: true },
  });
  return rows.map(({ id }) => id);
};

export type LogLine = { verificationStatus: VerificationStatus; createdAt: Date };

/** The log of the account's own verification, oldest first, and its sealed code while it is pending. */
export const readLogs = async (
  db: Db,
  accountId: string,
  eventHash: Bytes,
  now: Date,
): Promise<{ lines: LogLine[]; proofCode: Uint8Array | null }> => {
  const rows = await db.$queryRaw<(LogLine & { proofCode: Uint8Array | null })[]>`
    SELECT l.status AS "verificationStatus", l.created_at AS "createdAt",
           CASE WHEN r.decided_at IS NULL AND r.expires_at > ${now} THEN r.proof_code END AS "proofCode"
      FROM verification_logs l JOIN social_requests r ON r.id = l.request_id
     WHERE r.event_hash = ${eventHash} AND r.account_id = ${accountId}::uuid ORDER BY l.id`;
  return { lines: rows.map(({ proofCode: _, ...line }) => line), proofCode: rows[0]?.proofCode ?? null };
};

/** The newest undecided Instagram request of an account; undefined without one. */
export const findOpenInstagram = async (
  db: Db,
  accountId: string,
  now: Date,
): Promise<Pick<SocialRequest, 'status' | 'proofCode'> | undefined> => {
  const [row] = await db.$queryRaw<Pick<SocialRequest, 'status' | 'proofCode'>[]>`
    SELECT status, proof_code AS "proofCode" FROM social_requests
     WHERE account_id = ${accountId}::uuid AND provider = 'INSTAGRAM_SUBSCRIPTION'
       AND decided_at IS NULL AND expires_at > ${now}
     ORDER BY created_at DESC LIMIT 1`;
  return row;
};

/** Locks a batch of expired pending requests, except those that another transaction has locked. */
export const lockExpired = async (
  tx: Tx,
  now: Date,
  count: number,
): Promise<(Owner & { id: string; tag: string | null })[]> =>
  tx.$queryRaw<(Owner & { id: string; tag: string | null })[]>`
    SELECT r.id, r.tag, a.id AS "accountId", a.name, a.email, a.language
      FROM social_requests r JOIN accounts a ON a.id = r.account_id
     WHERE r.decided_at IS NULL AND r.expires_at <= ${now}
     ORDER BY r.expires_at LIMIT ${count} FOR UPDATE OF r SKIP LOCKED`;
