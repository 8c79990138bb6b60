import type { MessageKind, MessageState } from '@laurel/contracts/console/calls/messages';
import { HELP_ACTIONS, type HelpAction } from '@laurel/contracts/console/calls/voters';
import type { SocialVerificationType, VerificationStatus } from '@laurel/contracts/verification';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';

/** An account that a search found, not masked yet. */
export type Found = {
  id: string;
  name: string | null;
  email: string | null;
  emailCanonical: string | null;
  phone: string | null;
  createdAt: Date;
  erasedAt: Date | null;
  suspendedAt: Date | null;
  emailProven: boolean;
  twoFactorReady: boolean;
};

const FOUND = `
  SELECT a.id, a.name, a.email, a.email_canonical AS "emailCanonical", a.phone_number AS phone, a.created_at AS "createdAt", a.erased_at AS "erasedAt",
         a.suspended_at AS "suspendedAt", a.email_verified_at IS NOT NULL AS "emailProven",
         a.totp_confirmed_at IS NOT NULL AS "twoFactorReady"
    FROM accounts a`;

/** The last character in the order of bytes. */
const LAST = '\u{10FFFF}';

/**
 * The accounts whose column begins with a text. The operators for patterns (`~<~`) use the index in every collation.
 */
const beginningWith = (db: Queryable, column: string, prefix: string, most: number): Promise<pg.QueryResult<Found>> =>
  db.query<Found>(`${FOUND} WHERE ${column} ~>=~ $1 AND ${column} ~<=~ $2 ORDER BY ${column} USING ~<~ LIMIT $3`, [
    prefix,
    prefix + LAST,
    most,
  ]);

/** The account with this id or voter id, even an erased one. */
export const findById = async (db: Queryable, id: string): Promise<Found[]> =>
  (await db.query<Found>(`${FOUND} WHERE a.id = $1 OR a.voter_id = $1`, [id])).rows;

export const findByAddress = async (db: Queryable, canonical: string): Promise<Found[]> =>
  (await db.query<Found>(`${FOUND} WHERE a.email_canonical = $1`, [canonical])).rows;

/** Accounts whose address begins with a text in lower case. */
export const findByMail = async (db: Queryable, prefix: string, most: number): Promise<Found[]> =>
  (await beginningWith(db, 'lower(a.email)', prefix, most)).rows;

/** Accounts whose number begins with a plus and digits. */
export const findByNumber = async (db: Queryable, prefix: string, most: number): Promise<Found[]> =>
  (await beginningWith(db, 'a.phone_number', prefix, most)).rows;

/** Accounts whose name begins with a text in lower case. */
export const findByName = async (db: Queryable, prefix: string, most: number): Promise<Found[]> =>
  (await beginningWith(db, 'lower(a.name)', prefix, most)).rows;

/** The words of a name: the expression of the index accounts_find_words. */
const WORDS = `array_to_tsvector(array_remove(string_to_array(translate(lower(name), '-–’''ʼ".,', '        '), ' '), ''))`;

/**
 * Accounts whose name has words that begin with each of these words in lower case. Not sorted: a common beginning then
 * reads a few rows instead of all that match.
 */
export const findByWords = async (db: Queryable, words: readonly string[], most: number): Promise<Found[]> => {
  const query = words.map((word) => `'${word.replaceAll('\\', '\\\\')}':*`).join(' & ');
  // Materialised, because the planner would read all accounts if it expects to find enough of them soon.
  const { rows } = await db.query<Found>(
    `WITH hits AS MATERIALIZED (SELECT id FROM accounts WHERE ${WORDS} @@ $1::tsquery)
     ${FOUND} WHERE a.id IN (SELECT id FROM hits LIMIT $2)`,
    [query, most],
  );
  return rows;
};

/** The name of a social account, as its fingerprint. */
export type SocialName = { provider: SocialVerificationType; hash: Uint8Array };

/** Accounts that have submitted or confirmed the social account with this name. */
export const findBySocialName = async (db: Queryable, { provider, hash }: SocialName, most: number): Promise<Found[]> =>
  (
    await db.query<Found>(
      `${FOUND} WHERE a.id IN (SELECT account_id FROM social_links WHERE provider = $1 AND subject_hash = $2
                               UNION SELECT account_id FROM social_requests WHERE provider = $1 AND subject_hash = $2
                               UNION SELECT account_id FROM social_requests WHERE provider = $1 AND name_hash = $2)
        LIMIT $3`,
      [provider, hash, most],
    )
  ).rows;

/** The most entries of each list about one account. */
const MOST = 20;

export type OpenSession = { startedAt: Date; endsAt: Date; twoFactor: boolean };

export const readSessions = async (db: Queryable, id: string, now: Date): Promise<OpenSession[]> =>
  (
    await db.query<OpenSession>(
      `SELECT created_at AS "startedAt", expires_at AS "endsAt", two_factor_at IS NOT NULL AS "twoFactor"
         FROM sessions WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY created_at DESC LIMIT $3`,
      [id, now, MOST],
    )
  ).rows;

export type KnownDevice = { knownSince: Date; forgottenAt: Date };

export const readDevices = async (db: Queryable, id: string, now: Date): Promise<KnownDevice[]> =>
  (
    await db.query<KnownDevice>(
      `SELECT created_at AS "knownSince", expires_at AS "forgottenAt"
         FROM devices WHERE account_id = $1 AND expires_at > $2 ORDER BY created_at DESC LIMIT $3`,
      [id, now, MOST],
    )
  ).rows;

/** A message to the account. `problem` is the provider's text. */
export type SentMessage = {
  id: string;
  at: Date;
  kind: MessageKind;
  purpose: string;
  state: MessageState;
  problem: string | null;
  givenUp: 'refused' | 'tries' | 'outdated' | null;
};

export const readMessages = async (db: Queryable, id: string): Promise<SentMessage[]> =>
  (
    await db.query<SentMessage>(
      `SELECT id, created_at AS at, kind, purpose, state, problem, given_up_why AS "givenUp"
         FROM messages WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
      [id, MOST],
    )
  ).rows;

/** A code that was issued. */
export type IssuedCode = {
  at: Date;
  kind: 'email' | 'password_reset' | 'phone';
  tries: number;
  used: boolean;
  expired: boolean;
};

export const readCodes = async (db: Queryable, id: string, now: Date): Promise<IssuedCode[]> =>
  (
    await db.query<IssuedCode>(
      `SELECT created_at AS at, kind, attempts AS tries, consumed_at IS NOT NULL AS used,
              expires_at <= $2 AS expired
         FROM challenges
        WHERE account_id = $1 AND kind IN ('email', 'password_reset', 'phone')
        ORDER BY created_at DESC, id LIMIT $3`,
      [id, now, MOST],
    )
  ).rows;

export type Attempt = { at: Date; what: SocialVerificationType; status: VerificationStatus };

export const readAttempts = async (db: Queryable, id: string): Promise<Attempt[]> =>
  (
    await db.query<Attempt>(
      `SELECT created_at AS at, provider AS what, status
         FROM social_requests WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2`,
      [id, MOST],
    )
  ).rows;

export type Activity = { at: Date; event: string };

/** The newest calls of an account, without their networks and devices. */
export const readActivity = async (db: Queryable, id: string): Promise<Activity[]> =>
  (
    await db.query<Activity>(
      `SELECT created_at AS at, event FROM client_hints WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2`,
      [id, MOST],
    )
  ).rows;

/** What the team did for an account. */
export type Help = { at: Date; action: HelpAction; by: string; reason: string | null };

/** The newest changes of an account by the team, from the audit log. */
export const readHelp = async (db: Queryable, id: string): Promise<Help[]> =>
  (
    await db.query<Help>(
      `SELECT at, action, actor AS by, reason FROM audit_entries
        WHERE subject = 'account ' || $1 AND action = ANY($2) ORDER BY audit_entries.id DESC LIMIT $3`,
      [id, HELP_ACTIONS, MOST],
    )
  ).rows;

/** The name of an account, not masked yet. */
export const readName = async (db: Queryable, id: string): Promise<string | null> =>
  (await db.query<{ name: string | null }>('SELECT name FROM accounts WHERE id = $1', [id])).rows[0]?.name ?? null;
