import { after } from '@laurel/api/clock';
import type { Tokens } from '@laurel/api/crypto/tokens';
import pg from 'pg';
import type { TestApi } from './harness.ts';

export type Voter = { accountId: string; sessionId: string; token: string };

/** The verifications that a voter has; both unless set to false. */
type Verified = { phone?: boolean; social?: boolean };

type Options = Verified & {
  /** The owner's connection, which may write rows that the application's role may not. */
  migrateUrl: string;
  tokens: Tokens;
  now: Date;
  count: number;
};

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

/** Creates fully verified voters (by default) with a session and its token, in one statement. */
export const createVoters = async ({
  migrateUrl,
  tokens,
  now,
  count,
  phone = true,
  social = true,
}: Options): Promise<Voter[]> => {
  const owner = new pg.Client({ connectionString: migrateUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ session_id: string; account_id: string }>(INSERT, [
      count,
      now,
      after(now, 24 * 60 * 60_000),
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

/** Voters of an API, created at the time of its clock. */
export const votersOf = ({ migrateUrl, deps, clock }: TestApi, count: number, verified?: Verified): Promise<Voter[]> =>
  createVoters({ migrateUrl, tokens: deps.tokens, now: clock.now(), count, ...verified });

export const newVoter = async (api: TestApi, verified?: Verified): Promise<Voter> => {
  const [voter] = await votersOf(api, 1, verified);
  if (!voter) throw new Error('no voter was created');
  return voter;
};
