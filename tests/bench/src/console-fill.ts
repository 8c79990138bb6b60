import type pg from 'pg';

/** The days of the vote that are filled, the last one ending now. */
const DAYS = 10;

// Rows are inserted in the order of their times, as they were while people voted.
const ACCOUNTS = `
  INSERT INTO accounts (name, email, email_canonical, phone_number, password_hash, created_at, email_verified_at, totp_secret, totp_confirmed_at)
  SELECT 'Voter', 'v' || i || '@example.org', 'v' || i || '@example.org', '+38067' || lpad(i::text, 7, '0'), '-', at, at + interval '1 minute',
         '\\x00', at + interval '2 minutes'
    FROM (SELECT i, $2::timestamptz - make_interval(secs => $3 * (1 - i::float8 / $1)) AS at FROM generate_series(1, $1) i) t`;

const VOTES = `
  WITH cast_votes AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
    SELECT a.voter_id, c.id, c.nominees[1 + (hashtext(a.email) & 1023 + c.id) % cardinality(c.nominees)], a.created_at + interval '5 minutes'
      FROM accounts a
      CROSS JOIN (SELECT category_id AS id, array_agg(id ORDER BY id) AS nominees FROM nominees
                   WHERE category_id IN (SELECT id FROM categories ORDER BY id LIMIT 10) GROUP BY category_id) c
     WHERE a.created_at < $1::timestamptz - interval '5 minutes'
     ORDER BY a.created_at, c.id
    RETURNING nominee_id)
  INSERT INTO tallies (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM cast_votes GROUP BY nominee_id`;

const MESSAGES = `
  INSERT INTO messages (id, account_id, kind, purpose, calling_code, provider, state, tries, problem, given_up_why, cost_micros, currency,
                        created_at, tried_at, sent_at, gave_up_at)
  SELECT gen_random_uuid(), a.id, k.kind, k.purpose, k.code, k.provider, CASE WHEN bad THEN 'given_up' ELSE 'sent' END, 1,
         CASE WHEN bad THEN 'smtp: RCPT TO 550' END, CASE WHEN bad THEN 'refused' END, CASE WHEN bad OR k.kind = 'mail' THEN NULL ELSE 80000 END,
         CASE WHEN bad OR k.kind = 'mail' THEN NULL ELSE 'EUR' END, a.created_at, a.created_at, CASE WHEN NOT bad THEN a.created_at END,
         CASE WHEN bad THEN a.created_at END
    FROM (SELECT *, hashtext(email) % 100 = 0 AS bad FROM accounts) a
    CROSS JOIN (VALUES ('mail', 'email_code', NULL, 'smtp'), ('sms', 'phone_code', '380', 'twilio')) k (kind, purpose, code, provider)
   ORDER BY a.created_at`;

const AUDIT = `
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  SELECT $2::timestamptz - make_interval(secs => $3 * (1 - i::float8 / $1)), 'Person ' || i % 7 || ' (console)',
         (ARRAY['user.unlock', 'review.approve', 'review.reject', 'phase.set'])[1 + i % 4], 'account ' || gen_random_uuid(), 'a measurement'
    FROM generate_series(1, $1) i`;

/** Fills a database with a vote of ten days: accounts with ten votes and two messages each, and an audit log. */
export const fillNights = async (owner: pg.Client, voters: number, now: Date): Promise<{ votes: number }> => {
  const seconds = DAYS * 86_400;
  await owner.query(ACCOUNTS, [voters, now, seconds]);
  await owner.query(VOTES, [now]);
  await owner.query(MESSAGES);
  await owner.query(AUDIT, [Math.ceil(voters / 2), now, seconds]);
  await owner.query('VACUUM ANALYZE');
  const { rows } = await owner.query<{ votes: number }>('SELECT count(*)::int AS votes FROM votes');
  return { votes: rows[0]?.votes ?? 0 };
};

const BUSY = `
  INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
  SELECT gen_random_uuid(), n.category_id, n.id, $2::timestamptz + make_interval(secs => 60 * i::float8 / $1)
    FROM generate_series(1, $1) i CROSS JOIN (SELECT id, category_id FROM nominees ORDER BY id LIMIT 1) n`;

/** Adds a minute in which many people voted. */
export const fillMinute = async (owner: pg.Client, votes: number, minute: Date): Promise<void> => {
  await owner.query(BUSY, [votes, minute]);
};
