import type pg from 'pg';

/** How many people registered besides the farm; most of them went all the way to a vote. */
const REGISTERED = 2_900;
/** People who reached each step, of REGISTERED. */
const REACHED = { email: 2_740, twoFactor: 2_230, phone: 2_120, social: 2_040, voted: 2_000 };
const VOTES = 20_000;
const FARM = 209;
/** The network of the farm; the others come from many (both ranges are for documentation, RFC 5737). */
const FARM_NETWORK = '203.0.113';
const PENDING_NAMES = 14;

// Every time is before $1, the present. People registered in the ten days before it, more of them each day.
const PEOPLE = `
  WITH who AS (
    SELECT n, $1::timestamptz - make_interval(secs => (power(random(), 2) * 10 * 86400)::int + 540 + (random() * 600)::int) AS came
      FROM generate_series(1, $2::int) n)
  INSERT INTO accounts (name, email, email_canonical, password_hash, phone_number, language, created_at, email_verified_at, totp_secret, totp_confirmed_at)
  SELECT (ARRAY['Olena','Taras','Maria','Ivan','Sofia','Petro','Anna','Max','Daria','Leo'])[1 + n % 10] || ' ' ||
         (ARRAY['Koval','Shevchenko','Miller','Bondar','Novak','Rossi','Lysenko','Weber'])[1 + n % 8],
         'voter' || n || '@' || (ARRAY['example.org','example.com','example.net'])[1 + n % 3],
         'voter' || n || '@' || (ARRAY['example.org','example.com','example.net'])[1 + n % 3], '-',
         (ARRAY['+38067','+38050','+48600','+44790','+1415'])[1 + n % 5] || lpad((1000000 + n)::text, 7, '0'),
         CASE WHEN n % 3 = 0 THEN 'en' ELSE 'uk' END, came,
         CASE WHEN n <= $3 THEN came + interval '2 minutes' END,
         CASE WHEN n <= $4 THEN '\\x00'::bytea END, CASE WHEN n <= $4 THEN came + interval '4 minutes' END
    FROM who
   ORDER BY came`;

const FARM_PEOPLE = `
  INSERT INTO accounts (name, email, email_canonical, password_hash, phone_number, language, created_at, email_verified_at, totp_secret, totp_confirmed_at)
  SELECT 'Guest ' || n, 'guest' || n || '@example.edu', 'guest' || n || '@example.edu', '-', '+4479111' || lpad(n::text, 5, '0'), 'en',
         came, came + interval '1 minute', '\\x00', came + interval '2 minutes'
    FROM (SELECT n, $1::timestamptz - interval '3 hours' + make_interval(secs => n * 11) AS came FROM generate_series(1, $2::int) n) f`;

const PROOFS = `
  WITH ordered AS (SELECT id, email, totp_confirmed_at AS at, regexp_replace(email, '\\D', '', 'g')::int AS n FROM accounts WHERE totp_confirmed_at IS NOT NULL),
  phones AS (
    INSERT INTO phone_verifications (account_id, phone_hash, verified_at)
    SELECT id, sha256(('phone ' || id)::bytea), at + interval '1 minute' FROM ordered WHERE n <= $1 OR email LIKE 'guest%')
  INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
  SELECT id, CASE WHEN n % 4 = 0 THEN 'INSTAGRAM_SUBSCRIPTION' ELSE 'TELEGRAM_SUBSCRIPTION' END, sha256(('social ' || id)::bytea), at + interval '2 minutes'
    FROM ordered WHERE n <= $2 OR email LIKE 'guest%'`;

const HINTS = `
  INSERT INTO client_hints (account_id, event, observed_ip, user_agent, time_zone, created_at)
  SELECT id, 'register',
         CASE WHEN email LIKE 'guest%' THEN ('${FARM_NETWORK}.' || 1 + n % 250)::inet
              ELSE (CASE n % 2 WHEN 0 THEN '198.51.100.' ELSE '192.0.2.' END || 1 + n % 250)::inet END,
         (ARRAY['Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36',
                'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1',
                'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0 Safari/537.36'])[1 + CASE WHEN email LIKE 'guest%' THEN 2 ELSE n % 3 END],
         CASE WHEN email LIKE 'guest%' THEN 'Asia/Dhaka' ELSE (ARRAY['Europe/Kyiv','Europe/Warsaw','Europe/London'])[1 + n % 3] END, created_at
    FROM (SELECT a.*, regexp_replace(email, '\\D', '', 'g')::int AS n FROM accounts a) a`;

// Each person votes in some categories; popular nominees are those with a low number, and not the same in each category. With
// v.n, the subquery depends on the voter: without it, it would run once for each category, and all would vote alike.
const BALLOTS = `
  WITH voters AS (
    SELECT voter_id, regexp_replace(email, '\\D', '', 'g')::int AS n, totp_confirmed_at + interval '3 minutes' AS at
      FROM accounts WHERE email LIKE 'voter%' AND regexp_replace(email, '\\D', '', 'g')::int <= $2),
  choices AS (
    SELECT v.voter_id, c.id AS category_id, v.at,
           (SELECT x.id FROM nominees x WHERE x.category_id = c.id AND x.withdrawn_at IS NULL
             ORDER BY (1 + abs(hashint4(x.id * 31 + c.id)) % 5) * random() + (v.n * 0), x.id LIMIT 1) AS nominee_id,
           random() AS drawn
      FROM voters v CROSS JOIN categories c)
  INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
  SELECT voter_id, category_id, nominee_id, least(at + make_interval(secs => (random() * 240)::int), $1::timestamptz - interval '1 second')
    FROM (SELECT *, row_number() OVER (PARTITION BY voter_id ORDER BY drawn) AS nth, row_number() OVER (ORDER BY drawn) AS k FROM choices) c
   WHERE nth = 1 OR k <= $3::int * 1.02
   ORDER BY 4
   LIMIT $3`;

// The farm votes for the second nominee of a category whose first is ahead by fewer votes than the farm has.
const FARM_BALLOTS = `
  WITH ranked AS (
    SELECT n.category_id, n.id, count(v.*) AS votes, row_number() OVER (PARTITION BY n.category_id ORDER BY count(v.*) DESC, n.id) AS place
      FROM nominees n LEFT JOIN votes v ON v.nominee_id = n.id GROUP BY n.category_id, n.id),
  close AS (
    SELECT second.category_id, second.id FROM ranked first JOIN ranked second USING (category_id)
     WHERE first.place = 1 AND second.place = 2 AND first.votes - second.votes < $1
     ORDER BY first.votes - second.votes DESC, category_id LIMIT 1)
  INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
  SELECT a.voter_id, c.category_id, c.id, a.totp_confirmed_at + interval '4 minutes' FROM accounts a CROSS JOIN close c WHERE a.email LIKE 'guest%'`;

const TALLIES = `
  INSERT INTO tallies (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM votes GROUP BY nominee_id
  ON CONFLICT (nominee_id, slot) DO UPDATE SET count = excluded.count`;

const INSTAGRAM_REQUESTS = `
  INSERT INTO social_requests (event_hash, account_id, provider, tag, subject_hash, status, created_at, expires_at)
  SELECT sha256(('event ' || id)::bytea), id, 'INSTAGRAM_SUBSCRIPTION',
         (ARRAY['olena.media','traffic_taras','maria.koval','ivan.buys','sofia_seo','petro.ads','anna.cpa'])[1 + n % 7] || '_' || n,
         sha256(('name ' || id)::bytea), 'IN_PROGRESS', $1::timestamptz - make_interval(mins => (n - $3) * 2), $1::timestamptz + interval '2 days'
    FROM (SELECT id, regexp_replace(email, '\\D', '', 'g')::int AS n FROM accounts WHERE email LIKE 'voter%') a
   WHERE n > $3 AND n <= $3 + $2`;

const SMS_CHARGES = `
  INSERT INTO sms_charges (account_id, phone_hash, calling_code, network, charged_at)
  SELECT account_id, phone_hash, (ARRAY['380','48','44','1'])[1 + id % 4], '198.51.100.' || 1 + id % 250, verified_at - interval '30 seconds'
    FROM phone_verifications`;

// The mail and the text message of each person; some are refused, and some are being tried again.
const MESSAGES = `
  WITH sent AS (
    SELECT a.id, 'mail' AS kind, 'email_code' AS purpose, NULL AS code, 'smtp' AS provider, a.created_at AS at, n % 97 = 0 AS bad, n % 411 = 5 AS trying
      FROM (SELECT *, regexp_replace(email, '\\D', '', 'g')::int AS n FROM accounts) a
    UNION ALL
    SELECT p.account_id, 'sms', 'phone_code', CASE WHEN a.phone_number LIKE '+1%' THEN '1' WHEN a.phone_number LIKE '+4%' THEN substr(a.phone_number, 2, 2) ELSE '380' END,
           'twilio', p.verified_at - interval '30 seconds', false, false
      FROM phone_verifications p JOIN accounts a ON a.id = p.account_id
    UNION ALL
    SELECT a.id, 'sms', 'phone_code', CASE WHEN a.phone_number LIKE '+1%' THEN '1' WHEN a.phone_number LIKE '+4%' THEN substr(a.phone_number, 2, 2) ELSE '380' END, 'twilio', $1::timestamptz - make_interval(mins => n % 240), n % 5 > 0, n % 5 = 0
      FROM (SELECT *, regexp_replace(email, '\\D', '', 'g')::int AS n FROM accounts WHERE email LIKE 'voter%') a WHERE n BETWEEN 2121 AND 2140)
  INSERT INTO messages (id, account_id, kind, purpose, calling_code, provider, state, tries, problem, given_up_why, cost_micros, currency,
                        created_at, tried_at, sent_at, gave_up_at)
  SELECT gen_random_uuid(), id, kind, purpose, code, provider, CASE WHEN bad THEN 'given_up' WHEN trying THEN 'failed' ELSE 'sent' END,
         CASE WHEN trying THEN 4 ELSE 1 END,
         CASE WHEN bad AND kind = 'mail' THEN 'smtp: EENVELOPE RCPT TO 550: 550 5.1.1 Recipient address rejected: User unknown'
              WHEN bad THEN 'twilio: 400 21612: Message cannot be sent with the current combination of numbers'
              WHEN trying THEN CASE kind WHEN 'mail' THEN 'smtp: 451: 451 4.7.1 Try again later' ELSE 'twilio: 429 20429: Too many requests' END END,
         CASE WHEN bad THEN 'refused' END,
         CASE WHEN kind = 'sms' AND NOT bad AND NOT trying THEN CASE code WHEN '380' THEN 85000 WHEN '44' THEN 42000 WHEN '1' THEN 8300 ELSE 31000 END END,
         CASE WHEN kind = 'sms' AND NOT bad AND NOT trying THEN 'EUR' END,
         at, at, CASE WHEN NOT bad AND NOT trying THEN at + interval '2 seconds' END, CASE WHEN bad THEN at + interval '2 seconds' END
    FROM sent`;

// Removes the server's counts of the empty database, so that every minute is counted again.
const UNCOUNTED = 'TRUNCATE activity, activity_hours, activity_progress, message_totals';

/** Counts the minutes of the night, as the server does each minute. */
const recordActivity = async (owner: pg.ClientBase, now: Date): Promise<void> => {
  const closed = now.getTime() - (now.getTime() % 60_000);
  for (;;) {
    const { rows } = await owner.query<{ until: Date | null }>('SELECT record_activity($1) AS until', [now]);
    // Another process records, or every minute is recorded.
    if (!rows[0]?.until || rows[0].until.getTime() >= closed) return;
  }
};

/** The numbers of rows after the filling. */
export type DemoNight = { accounts: number; votes: number; farm: number; pending: number };

/**
 * Fills a database without accounts with ten days of voting: people at every step, votes, a farm from one network that
 * changes a winner, and Instagram names that wait. Everything is invented; times are relative to `now`.
 * @param owner the owner's connection
 * @throws Error if there are accounts already
 */
export const fillDemoNight = async (owner: pg.ClientBase, now: Date): Promise<DemoNight> => {
  const { rowCount } = await owner.query('SELECT FROM accounts LIMIT 1');
  if (rowCount !== 0)
    throw new Error('This database has accounts. The demo night needs a new one (remove .data, and start again).');
  await owner.query('BEGIN');
  await owner.query('SELECT setseed(0.42)');
  await owner.query(PEOPLE, [now, REGISTERED, REACHED.email, REACHED.twoFactor]);
  await owner.query(FARM_PEOPLE, [now, FARM]);
  await owner.query(PROOFS, [REACHED.phone, REACHED.social]);
  await owner.query(HINTS);
  await owner.query(BALLOTS, [now, REACHED.voted, VOTES - FARM]);
  await owner.query(FARM_BALLOTS, [FARM]);
  await owner.query(TALLIES);
  await owner.query(INSTAGRAM_REQUESTS, [now, PENDING_NAMES, REACHED.phone - PENDING_NAMES]);
  await owner.query(SMS_CHARGES);
  await owner.query(MESSAGES, [now]);
  await owner.query(UNCOUNTED);
  await owner.query('COMMIT');
  await owner.query('ANALYZE');
  await recordActivity(owner, now);
  const { rows } = await owner.query<DemoNight>(
    `SELECT (SELECT count(*)::int FROM accounts) AS accounts, (SELECT count(*)::int FROM votes) AS votes,
            (SELECT count(*)::int FROM votes JOIN accounts USING (voter_id) WHERE email LIKE 'guest%') AS farm,
            (SELECT count(*)::int FROM social_requests WHERE status = 'IN_PROGRESS') AS pending`,
  );
  const [night] = rows;
  if (!night) throw new Error('the night was not counted');
  return night;
};
