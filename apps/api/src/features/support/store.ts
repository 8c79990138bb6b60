import type { VerificationType } from '@laurel/contracts/verification';
import type { Db } from '@laurel/database/client';

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
  devices: number;
  smsToday: number;
};

export const readAccount = async (db: Db, id: string, now: Date): Promise<AccountRow | undefined> => {
  const [row] = await db.$queryRaw<AccountRow[]>`
    SELECT a.id, a.email, a.email_canonical AS "emailCanonical", a.phone_number AS phone, a.language,
           a.created_at AS "createdAt", a.erased_at AS "erasedAt", a.suspended_at AS "suspendedAt", a.email_verified_at AS "emailVerifiedAt",
           a.totp_confirmed_at AS "twoFactorAt",
           EXISTS (SELECT FROM two_factor_setups t WHERE t.account_id = a.id AND t.expires_at > ${now}) AS "twoFactorPending",
           (SELECT count(*)::int FROM backup_codes b WHERE b.account_id = a.id AND b.used_at IS NULL) AS "backupCodesLeft",
           (SELECT count(*)::int FROM sessions s
             WHERE s.account_id = a.id AND s.revoked_at IS NULL AND s.expires_at > ${now}) AS sessions,
           (SELECT count(*)::int FROM devices d WHERE d.account_id = a.id AND d.expires_at > ${now}) AS devices,
           (SELECT count(*)::int FROM sms_charges c
             WHERE c.account_id = a.id AND c.refunded_at IS NULL
               AND c.charged_at > ${now}::timestamptz - interval '1 day') AS "smsToday"
      FROM accounts a
     WHERE a.id = ${id}::uuid`;
  return row;
};

/** A verified phone or social account; with `withdrawnAt` it no longer counts. */
export type Proof = { what: VerificationType; verifiedAt: Date; withdrawnAt: Date | null };

export const readProofs = (db: Db, id: string): Promise<Proof[]> =>
  db.$queryRaw<Proof[]>`
    SELECT 'PHONE' AS what, verified_at AS "verifiedAt", revoked_at AS "withdrawnAt"
      FROM phone_verifications WHERE account_id = ${id}::uuid
    UNION ALL
    SELECT provider, verified_at, revoked_at FROM social_links WHERE account_id = ${id}::uuid
    ORDER BY 2`;

type Counted = { key: string; points: number; expiresAt: Date };

/**
 * Reads the counters that are neither empty nor expired, by key, and the text messages to a number by its key. For a
 * key that ends with a colon, the fullest counter with this prefix is returned.
 */
export const readCounters = async (
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, { points: number; expiresAt: Date }>> => {
  const rows = await db.$queryRaw<Counted[]>`
    SELECT key, points, expires_at AS "expiresAt" FROM find_counters(${[...keys]}::text[])
     WHERE expires_at > ${now} AND points > 0
    UNION ALL
    SELECT key, points, expires_at FROM count_number_messages(${[...keys]}::text[], ${now})
    ORDER BY points DESC`;
  return new Map(
    keys.flatMap((key) => {
      const fullest = rows.find((row) => (key.endsWith(':') ? row.key.startsWith(key) : row.key === key));
      return fullest ? [[key, { points: fullest.points, expiresAt: fullest.expiresAt }]] : [];
    }),
  );
};
