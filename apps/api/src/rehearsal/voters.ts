import pg from 'pg';
import { after } from '../clock.ts';
import type { Tokens } from '../crypto/tokens.ts';

/** A voter with a session, and its token. */
export type Voter = { accountId: string; sessionId: string; token: string };

type Options = {
  /** The owner's connection, which may write rows that the application's role may not. */
  migrateUrl: string;
  tokens: Tokens;
  now: Date;
  count: number;
  /** Whether the voters have a verified phone and a verified social account; both by default. */
  phone?: boolean;
  social?: boolean;
};

const SESSION_MS = 24 * 60 * 60_000;

const INSERT = `
  WITH made AS (
    INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at, totp_secret, totp_confirmed_at)
    SELECT 'Voter', mail, mail, '-', $2, $2, '\\x00', $2
      FROM (SELECT 'voter-' || gen_random_uuid() || '@example.org' AS mail FROM generate_series(1, $1)) mails
    RETURNING id
  ), opened AS (
    INSERT INTO sessions (account_id, created_at, expires_at, two_factor_at) SELECT id, $2, $3, $2 FROM made RETURNING id, account_id
  ), phones AS (
    INSERT INTO phone_verifications (account_id, phone_hash, verified_at)
    SELECT id, sha256(id::text::bytea), $2 FROM made WHERE $4
  ), links AS (
    INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
    SELECT id, 'TELEGRAM_SUBSCRIPTION', sha256(id::text::bytea), $2 FROM made WHERE $5
  )
  SELECT id AS session_id, account_id FROM opened`;

/** Creates verified voters with a session and its token in a database of a rehearsal or a test, in one statement. */
export const createVoters = async ({
  migrateUrl,
  tokens,
  now,
  count,
  phone = true,
  social = true,
}: Options): Promise<Voter[]> => {
  const owner = new pg.Client({ connectionString: migrateUrl });
  // A broken connection fails the query. Without a listener it would end the process.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    const { rows } = await owner.query<{ session_id: string; account_id: string }>(INSERT, [
      count,
      now,
      after(now, SESSION_MS),
      phone,
      social,
    ]);
    return rows.map((row) => {
      const claims = { accountId: row.account_id, sessionId: row.session_id };
      return { ...claims, token: tokens.issue(claims, now) };
    });
  } finally {
    await owner.end();
  }
};
