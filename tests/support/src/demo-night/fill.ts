import { loadNight } from '@laurel/api/cli/fraud/load.store';
import { createSearch } from '@laurel/api/features/clusters/search.service';
import { nightOf } from '@laurel/nights/night';
import { countries } from '@laurel/nights/places';
import { crowd, farm } from '@laurel/nights/plans';
import { CLOSES } from '@laurel/nights/season';
import type pg from 'pg';

const FARM = 209;
/** The network of the farm that changes a winner (RFC 5737). */
const FARM_NETWORK = '203.0.113';
const PENDING_NAMES = 14;

/** Three farms of different kinds, and two honest crowds. With another seed the search finds other parts of them. */
const PLAN = {
  seed: 60,
  people: 2_250,
  crowds: [crowd('hall', { size: 190 }), crowd('office', { size: 110 })],
  farms: [
    farm({
      ...{ name: 'row', size: FARM, when: 'burst', numbers: 'row', network: 'servers', browsers: 'few' },
      ...{ steps: 'routine', camouflage: 0 },
    }),
    farm({
      ...{ name: 'template', size: 60, when: 'sleeper', mailboxes: 'numbered', names: 'template' },
      ...{ steps: 'script', social: 'young', camouflage: 50 },
    }),
    farm({ name: 'drip', size: 40, numbers: 'runs', social: 'young', zone: 'worker', camouflage: 50 }),
  ],
} as const;

/** The search compares moments by spans of this length, so the night moves by whole ones. */
const SPAN_MS = 600_000;

/** The night of the plan until `now`, which is in its last minutes. */
const linesUntil = (now: Date) => {
  const { lines, truth } = nightOf(PLAN);
  const moved = Math.ceil((now.getTime() - CLOSES) / SPAN_MS) * SPAN_MS;
  const rows = new Set(truth.flatMap((each) => ('farm' in each && each.farm === 'row' ? [each.account] : [])));
  const all = lines.map(({ at, address, ...line }) => ({
    ...line,
    at: new Date(Date.parse(at) + moved),
    address: rows.has(line.account) ? address.replace(/^.*\./, `${FARM_NETWORK}.`) : address,
  }));
  return all.filter(({ at }) => at <= now);
};

const INSTAGRAM_REQUESTS = `
  INSERT INTO social_requests (event_hash, account_id, provider, tag, subject_hash, status, created_at, expires_at)
  SELECT sha256(('event ' || id)::bytea), id, 'INSTAGRAM_SUBSCRIPTION',
         (ARRAY['olena.media','traffic_taras','maria.koval','ivan.buys','sofia_seo','petro.ads','anna.cpa'])[1 + n % 7] || '_' || n,
         sha256(('name ' || id)::bytea), 'IN_PROGRESS', $1::timestamptz - make_interval(mins => n::int * 2), $1::timestamptz + interval '2 days'
    FROM (SELECT id, row_number() OVER (ORDER BY created_at DESC) AS n FROM accounts a
           WHERE EXISTS (SELECT FROM phone_verifications WHERE account_id = a.id)
             AND NOT EXISTS (SELECT FROM social_links WHERE account_id = a.id)) a
   WHERE n <= $2`;

const SMS_CHARGES = `
  INSERT INTO sms_charges (account_id, phone_hash, calling_code, network, charged_at)
  SELECT account_id, phone_hash, (ARRAY['380','48','44','1'])[1 + id % 4], '198.51.100.' || 1 + id % 250, verified_at - interval '30 seconds'
    FROM phone_verifications`;

// The mail and the text message of each person; some are refused, and some are being tried again. $2: the calling codes.
const MESSAGES = `
  WITH people AS (
    SELECT a.*, row_number() OVER (ORDER BY created_at) AS n,
           (SELECT c FROM unnest($2::text[]) c WHERE phone_number LIKE '+' || c || '%' ORDER BY length(c) DESC LIMIT 1) AS code
      FROM accounts a),
  stuck AS (
    SELECT id, code, row_number() OVER (ORDER BY created_at DESC) AS n FROM people a
     WHERE totp_confirmed_at IS NOT NULL AND NOT EXISTS (SELECT FROM phone_verifications WHERE account_id = a.id)
     ORDER BY 3 LIMIT 20),
  sent AS (
    SELECT id, 'mail' AS kind, 'email_code' AS purpose, NULL AS code, 'smtp' AS provider, created_at AS at, n % 97 = 0 AS bad, n % 411 = 5 AS trying
      FROM people
    UNION ALL
    SELECT a.id, 'sms', 'phone_code', code, 'twilio', p.verified_at - interval '30 seconds', false, false
      FROM phone_verifications p JOIN people a ON a.id = p.account_id
    UNION ALL
    SELECT id, 'sms', 'phone_code', code, 'twilio', $1::timestamptz - make_interval(mins => n::int * 12), n % 5 > 0, n % 5 = 0 FROM stuck)
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
 * Fills a database without accounts with ten days of voting: people at every step, votes, three farms of which one changes a
 * winner, two honest crowds that look like farms, and Instagram names that wait. Everything is invented; times are relative to `now`.
 * @param owner the owner's connection
 * @throws Error if there are accounts already
 */
export const fillDemoNight = async (owner: pg.ClientBase, now: Date): Promise<DemoNight> => {
  const { rowCount } = await owner.query('SELECT FROM accounts LIMIT 1');
  if (rowCount !== 0)
    throw new Error('This database has accounts. The demo night needs a new one (remove .data, and start again).');
  await owner.query('BEGIN');
  await loadNight(owner, linesUntil(now));
  await owner.query(INSTAGRAM_REQUESTS, [now, PENDING_NAMES]);
  await owner.query(SMS_CHARGES);
  await owner.query(MESSAGES, [now, [...new Set(countries.map(({ code }) => code))]]);
  await owner.query(UNCOUNTED);
  await owner.query('COMMIT');
  await recordActivity(owner, now);
  await createSearch()(owner, now);
  const { rows } = await owner.query<DemoNight>(
    `SELECT (SELECT count(*)::int FROM accounts) AS accounts, (SELECT count(*)::int FROM votes) AS votes,
            (SELECT count(*)::int FROM vote_origins WHERE network <<= '${FARM_NETWORK}.0/24') AS farm,
            (SELECT count(*)::int FROM social_requests WHERE status = 'IN_PROGRESS') AS pending`,
  );
  const [night] = rows;
  if (!night) throw new Error('the night was not counted');
  return night;
};
