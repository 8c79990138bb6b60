import type pg from 'pg';
import { countVotes, fillPastEditions } from './fill.ts';
import { FILL_ACCOUNTS, FILL_PEOPLE } from './fill-people.ts';

/** The days of the vote that are filled, the last one ending now. */
const DAYS = 10;
const DAY_S = 86_400;
/** The archived editions. */
const PAST_EDITIONS = 9;
/** The categories in which each person votes. */
const VOTED = 10;
/** People whose votes are inserted by one statement. */
const PEOPLE = 50_000;

// Inserts the votes of the people created from $1 to $2, in that order. Each votes in ten consecutive categories from a
// start that depends on their email, so that every category of a larger edition gets votes.
const VOTES = `
  WITH ballot AS MATERIALIZED (
    SELECT c.id, array_agg(n.id ORDER BY n.id) AS nominees,
           row_number() OVER (ORDER BY c.id) - 1 AS place, count(*) OVER () AS places
      FROM nominees n JOIN categories c ON c.id = n.category_id GROUP BY c.id
  ), cast_votes AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at, browser_nonce)
    SELECT a.voter_id, c.id, c.nominees[1 + ((hashtext(a.email) & 1023) + c.id) % cardinality(c.nominees)],
           a.created_at + interval '5 minutes', random_nonce()
      FROM accounts a
      JOIN ballot c ON (c.place - (hashtext(a.email) & 1023) % c.places + c.places) % c.places < ${VOTED}
     WHERE a.created_at >= $1 AND a.created_at < $2 AND a.created_at < $3::timestamptz - interval '5 minutes'
       AND a.email_verified_at IS NOT NULL AND a.voter_id IS NOT NULL
     ORDER BY a.created_at, c.id
    RETURNING voter_id, category_id, nominee_id, cast_at
  ), origins AS (
    INSERT INTO vote_origins (voter_id, category_id, minute, network, user_agent, time_zone)
    SELECT voter_id, category_id, date_trunc('minute', cast_at), network(set_masklen('10.0.0.0'::inet + (hashtext(voter_id::text) & 65535) * 256, 24)),
           'Chrome Android', 'Europe/Kyiv'
      FROM cast_votes ORDER BY cast_at
  )
  INSERT INTO tallies AS t (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM cast_votes GROUP BY nominee_id
  ON CONFLICT (nominee_id, slot) DO UPDATE SET count = t.count + excluded.count`;

const MESSAGES = `
  INSERT INTO messages (id, account_id, kind, purpose, calling_code, provider, state, tries, problem, given_up_why, cost_micros, currency,
                        created_at, tried_at, sent_at, gave_up_at)
  SELECT gen_random_uuid(), a.id, k.kind, k.purpose, k.code, k.provider, CASE WHEN bad THEN 'given_up' ELSE 'sent' END, 1,
         CASE WHEN bad THEN 'smtp: RCPT TO 550' END, CASE WHEN bad THEN 'refused' END, CASE WHEN bad OR k.kind = 'mail' THEN NULL ELSE 80000 END,
         CASE WHEN bad OR k.kind = 'mail' THEN NULL ELSE 'EUR' END, a.created_at, a.created_at, CASE WHEN NOT bad THEN a.created_at END,
         CASE WHEN bad THEN a.created_at END
    FROM (SELECT *, hashtext(email) % 100 = 0 AS bad FROM accounts WHERE email IS NOT NULL) a
    CROSS JOIN (VALUES ('mail', 'email_code', NULL, 'smtp'), ('sms', 'phone_code', '380', 'twilio')) k (kind, purpose, code, provider)
   ORDER BY a.created_at`;

const AUDIT = `
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  SELECT $2::timestamptz - make_interval(secs => $3 * (1 - i::float8 / $1)), 'Person ' || i % 7 || ' (console)',
         (ARRAY['user.unlock', 'user.suspend', 'phase.set'])[1 + i % 3], 'account ' || gen_random_uuid(), 'a measurement'
    FROM generate_series(1, $1) i`;

const REVIEWS = `
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT decided_at, 'Person 3 (console)', 'review.approve', 'submission ' || id, 'a measurement', '{"outcome": "VERIFIED"}'
    FROM social_requests WHERE provider = 'INSTAGRAM_SUBSCRIPTION' AND decided_at IS NOT NULL ORDER BY decided_at`;

/**
 * Fills a database with the vote of ten days by `voters` people: their accounts with all that belongs to them, ten votes each
 * with tallies and origins, two messages each, an audit log, and nine archived editions of `pastVotes` votes each. Nothing
 * is in the public log yet.
 */
export const fillAward = async (
  owner: pg.Client,
  { voters, pastVotes, now }: { voters: number; pastVotes: number; now: Date },
): Promise<{ votes: number }> => {
  const seconds = DAYS * DAY_S;
  // Skips foreign-key checks, which would take one lookup per row. The append-only triggers still apply: they are ENABLE
  // ALWAYS.
  await owner.query(`SET session_replication_role = 'replica'; SET synchronous_commit = off`);
  await fillPastEditions(owner, { editions: PAST_EDITIONS, votes: pastVotes, now });
  await owner.query(FILL_ACCOUNTS, [voters, now, seconds]);
  await owner.query('ANALYZE accounts');
  for (const statement of FILL_PEOPLE) await owner.query(statement, [now]);
  const parts = Math.ceil(voters / PEOPLE);
  const at = (part: number): Date => new Date(now.getTime() - seconds * 1000 * (1 - part / parts));
  for (let part = 0; part < parts; part += 1) await owner.query(VOTES, [at(part), at(part + 1), now]);
  await owner.query(MESSAGES);
  await owner.query(AUDIT, [Math.ceil(voters / 5), now, seconds]);
  await owner.query(REVIEWS);
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  await owner.query('VACUUM ANALYZE');
  return { votes: await countVotes(owner) };
};
