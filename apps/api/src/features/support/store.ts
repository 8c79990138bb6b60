import type { Db, Tx } from '@laurel/database/client';

/** The number of newest events of each kind that are returned. */
const NEWEST = 8;

/** An account's row for support; `email` and `phone` are not masked yet. */
export type AccountRow = {
  id: string;
  email: string | null;
  emailCanonical: string | null;
  phone: string | null;
  language: string;
  createdAt: Date;
  erasedAt: Date | null;
  suspendedAt: Date | null;
  emailVerifiedAt: Date | null;
  twoFactorAt: Date | null;
  twoFactorPending: boolean;
  backupCodesLeft: number;
  sessions: number;
  newestSessionAt: Date | null;
  devices: number;
  smsToday: number;
};

export const readAccount = async (db: Db | Tx, id: string, now: Date): Promise<AccountRow | undefined> => {
  const [row] = await db.$queryRaw<AccountRow[]>`
    SELECT a.id, a.email, a.email_canonical AS "emailCanonical", a.phone_number AS phone, a.language,
           a.created_at AS "createdAt", a.erased_at AS "erasedAt", a.suspended_at AS "suspendedAt", a.email_verified_at AS "emailVerifiedAt",
           a.totp_confirmed_at AS "twoFactorAt",
           EXISTS (SELECT FROM two_factor_setups t WHERE t.account_id = a.id AND t.expires_at > ${now}) AS "twoFactorPending",
           (SELECT count(*)::int FROM backup_codes b WHERE b.account_id = a.id AND b.used_at IS NULL) AS "backupCodesLeft",
           s.sessions, s.newest AS "newestSessionAt",
           (SELECT count(*)::int FROM devices d WHERE d.account_id = a.id AND d.expires_at > ${now}) AS devices,
           (SELECT count(*)::int FROM sms_charges c
             WHERE c.account_id = a.id AND c.refunded_at IS NULL
               AND c.charged_at > ${now}::timestamptz - interval '1 day') AS "smsToday"
      FROM accounts a,
           LATERAL (SELECT count(*)::int AS sessions, max(created_at) AS newest FROM sessions
                     WHERE account_id = a.id AND revoked_at IS NULL AND expires_at > ${now}) s
     WHERE a.id = ${id}::uuid`;
  return row;
};

/** A verified phone or social account; with `withdrawnAt` it no longer counts. */
export type Proof = { what: string; verifiedAt: Date; withdrawnAt: Date | null };

export const readProofs = (db: Db, id: string): Promise<Proof[]> =>
  db.$queryRaw<Proof[]>`
    SELECT 'PHONE' AS what, verified_at AS "verifiedAt", revoked_at AS "withdrawnAt"
      FROM phone_verifications WHERE account_id = ${id}::uuid
    UNION ALL
    SELECT provider, verified_at, revoked_at FROM social_links WHERE account_id = ${id}::uuid
    ORDER BY 2`;

export type AccountEvent = { at: Date; what: string; detail: string };

/** Calls, sent codes, and attempts to verify a social account: the newest of each kind, newest first. */
export const readEvents = (db: Db, id: string, now: Date): Promise<AccountEvent[]> =>
  db.$queryRaw<AccountEvent[]>`
    (SELECT created_at AS at, 'call' AS what, event AS detail
       FROM client_hints WHERE account_id = ${id}::uuid ORDER BY created_at DESC LIMIT ${NEWEST})
    UNION ALL
    (SELECT created_at, 'code', kind || ', ' || CASE WHEN consumed_at IS NOT NULL THEN 'used'
                                                    WHEN expires_at <= ${now} THEN 'expired' ELSE 'open' END
            || ', ' || attempts || ' tries' || coalesce(', message ' || delivery, '')
       FROM challenges WHERE account_id = ${id}::uuid ORDER BY created_at DESC LIMIT ${NEWEST})
    UNION ALL
    (SELECT created_at, 'social', provider || ', ' || status
       FROM social_requests WHERE account_id = ${id}::uuid ORDER BY created_at DESC LIMIT ${NEWEST})
    ORDER BY at DESC`;

/**
 * Reads the counters that are neither empty nor expired, by key. For a key that ends with a colon, the fullest counter with
 * this prefix is returned.
 */
export const readCounters = async (
  db: Db | Tx,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, { points: number; expiresAt: Date }>> => {
  const prefixes = keys.filter((key) => key.endsWith(':')).map((startsWith) => ({ key: { startsWith } }));
  const rows = await db.rateLimit.findMany({
    where: { OR: [{ key: { in: [...keys] } }, ...prefixes], expiresAt: { gt: now }, points: { gt: 0 } },
    orderBy: { points: 'desc' },
  });
  return new Map(
    keys.flatMap((key) => {
      const fullest = rows.find((row) => (key.endsWith(':') ? row.key.startsWith(key) : row.key === key));
      return fullest ? [[key, { points: fullest.points, expiresAt: fullest.expiresAt }]] : [];
    }),
  );
};

/** Locks an account until the transaction ends. @returns its canonical address, or undefined if it is erased or unknown */
export const lockForErasure = async (tx: Tx, id: string): Promise<string | undefined> => {
  const [row] = await tx.$queryRaw<{ emailCanonical: string }[]>`
    SELECT email_canonical AS "emailCanonical" FROM accounts WHERE id = ${id}::uuid AND erased_at IS NULL FOR UPDATE`;
  return row?.emailCanonical;
};

/**
 * Deletes an account that verified nothing: it has no votes, and the owner of the mailbox may register its address again.
 * @returns false if the account verified something
 */
export const deleteUnproven = async (tx: Tx, id: string): Promise<boolean> => {
  const deleted = await tx.$executeRaw`
    DELETE FROM accounts a
     WHERE a.id = ${id}::uuid AND a.email_verified_at IS NULL AND a.erased_at IS NULL
       AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id)
       AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id)`;
  return deleted === 1;
};

/** Erases an account's personal data and its link to its votes. @param emailHash the fingerprint of its address */
export const eraseAccount = async (tx: Tx, id: string, emailHash: Uint8Array, now: Date): Promise<void> => {
  await tx.$executeRaw`SELECT erase_account(${id}::uuid, ${emailHash}, ${now})`;
};

/**
 * Suspends an account. No batch of votes is written until the transaction ends, and later ones see the suspension: no vote
 * of the account is stored after the commit.
 * @returns false if the account is erased, suspended or unknown
 */
export const suspendAccount = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  await tx.$executeRaw`SELECT stop_ballots()`;
  const changed = await tx.$executeRaw`
    UPDATE accounts SET suspended_at = ${now} WHERE id = ${id}::uuid AND erased_at IS NULL AND suspended_at IS NULL`;
  return changed === 1;
};

/** Lifts a suspension. @returns false if there was none */
export const restoreAccount = async (tx: Tx, id: string): Promise<boolean> => {
  const changed = await tx.$executeRaw`
    UPDATE accounts SET suspended_at = NULL WHERE id = ${id}::uuid AND erased_at IS NULL AND suspended_at IS NOT NULL`;
  return changed === 1;
};
