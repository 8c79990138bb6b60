/** One account in this many never proved its mailbox; one in twice as many is erased. */
const UNPROVEN = 50;
/** A hash that no password has, of the form and the cost of those of people. */
/** A well-formed hash that matches no password. */
const PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
/** Backup codes of each account. */
const CODES = 10;

/**
 * Inserts accounts of $1 voters, and some more that never proved their mailbox, in the order of their times: the $3 seconds
 * until $2.
 */
export const FILL_ACCOUNTS = `
  INSERT INTO accounts (name, email, email_canonical, phone_number, password_hash, created_at, email_verified_at, totp_secret, totp_confirmed_at)
  SELECT 'Voter ' || i, 'v' || i || '@example.org', 'v' || i || '@example.org', '+38067' || lpad(i::text, 7, '0'), '${PASSWORD}', at,
         CASE WHEN proven THEN at + interval '1 minute' END, CASE WHEN proven THEN sha256('') END,
         CASE WHEN proven THEN at + interval '2 minutes' END
    FROM (SELECT i, i % ${UNPROVEN} <> 0 AS proven, $2::timestamptz - make_interval(secs => $3 * (1 - i::float8 / last)) AS at
            FROM (SELECT $1::int + $1::int / ${UNPROVEN - 1} AS last) n, generate_series(1, last) i) t`;

const ERASED = `
  UPDATE accounts SET voter_id = NULL, name = NULL, email = NULL, email_canonical = NULL, phone_number = NULL, password_hash = NULL,
         email_verified_at = NULL, totp_secret = NULL, totp_confirmed_at = NULL, erased_at = $1
   WHERE email_verified_at IS NULL AND hashtext(email) % 2 = 0`;

const PROVEN = `FROM accounts a WHERE a.email_verified_at IS NOT NULL`;
/** SQL for a hash of an account and a purpose. */
const hash = (purpose: string): string => `sha256(('${purpose}' || a.id)::bytea)`;

/** What belongs to the accounts of FILL_ACCOUNTS, as of $1: each statement is run once. */
export const FILL_PEOPLE: readonly string[] = [
  ERASED,
  `INSERT INTO claims (kind, fingerprint, account_id, held_until)
   SELECT 'email', ${hash('mail')}, a.id, '9999-12-31' FROM accounts a WHERE a.erased_at IS NOT NULL AND $1::timestamptz IS NOT NULL`,
  `INSERT INTO claims (kind, fingerprint, account_id, held_until, since)
   SELECT k, ${hash('claim')}, a.id, a.created_at + interval '1 day', a.created_at
     FROM accounts a, unnest(ARRAY['phone', 'instagram']) k WHERE a.created_at > $1::timestamptz - interval '1 day'`,
  `INSERT INTO sessions (account_id, created_at, expires_at, two_factor_at)
   SELECT a.id, a.created_at + interval '3 minutes', $1::timestamptz + interval '20 days', a.created_at + interval '3 minutes' ${PROVEN} ORDER BY a.created_at`,
  `INSERT INTO devices (account_id, token_hash, created_at, expires_at)
   SELECT a.id, ${hash('device')}, a.created_at, $1::timestamptz + interval '200 days' ${PROVEN} ORDER BY a.created_at`,
  `INSERT INTO backup_codes (account_id, code_hash)
   SELECT a.id, sha256((i || 'code' || a.id)::bytea) FROM accounts a CROSS JOIN generate_series(1, ${CODES}) i
    WHERE a.email_verified_at IS NOT NULL AND $1::timestamptz IS NOT NULL ORDER BY a.id`,
  `INSERT INTO phone_verifications (account_id, phone_hash, verified_at)
   SELECT a.id, ${hash('phone')}, a.created_at + interval '3 minutes' ${PROVEN} AND $1::timestamptz IS NOT NULL ORDER BY a.created_at`,
  `INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
   SELECT a.id, CASE WHEN hashtext(a.email) % 3 = 0 THEN 'INSTAGRAM_SUBSCRIPTION' ELSE 'TELEGRAM_SUBSCRIPTION' END, ${hash('social')},
          a.created_at + interval '4 minutes' ${PROVEN} AND $1::timestamptz IS NOT NULL ORDER BY a.created_at`,
  `INSERT INTO instagram_accounts (id_hash, account_id, verified_at)
   SELECT ${hash('instagram')}, a.id, a.created_at + interval '4 minutes' ${PROVEN} AND hashtext(a.email) % 6 = 0 AND $1::timestamptz IS NOT NULL`,
  // The Instagram names of the last two hours still wait for a decision.
  `WITH asked AS (
     INSERT INTO social_requests (event_hash, account_id, provider, tag, subject_hash, status, created_at, expires_at, decided_at)
     SELECT ${hash('event')}, a.id, CASE WHEN instagram THEN 'INSTAGRAM_SUBSCRIPTION' ELSE 'TELEGRAM_SUBSCRIPTION' END,
            CASE WHEN instagram THEN 'person' || left(a.id::text, 8) END, ${hash('social')}, CASE WHEN pending THEN 'IN_PROGRESS' ELSE 'VERIFIED' END,
            a.created_at, a.created_at + interval '1 day', CASE WHEN NOT pending THEN a.created_at + interval '4 minutes' END
       FROM (SELECT *, hashtext(email) % 3 = 0 AS instagram,
                    hashtext(email) % 3 = 0 AND created_at > $1::timestamptz - interval '2 hours' AS pending
               FROM accounts WHERE email_verified_at IS NOT NULL) a
      ORDER BY a.created_at
     RETURNING id, created_at, decided_at)
   INSERT INTO verification_logs (request_id, status, created_at)
   SELECT id, s, created_at FROM asked CROSS JOIN unnest(ARRAY['IN_PROGRESS', 'VERIFIED']) s WHERE s = 'IN_PROGRESS' OR decided_at IS NOT NULL`,
  `INSERT INTO challenges (handle_hash, account_id, kind, code_hash, target_hash, delivery, created_at, expires_at, consumed_at)
   SELECT sha256((k || a.id)::bytea), a.id, k, ${hash('code')}, CASE WHEN k = 'phone' THEN ${hash('phone')} END, 'sent', a.created_at,
          a.created_at + interval '15 minutes', a.email_verified_at
     FROM accounts a, unnest(ARRAY['email', 'phone']) k WHERE a.created_at > $1::timestamptz - interval '1 day' AND a.erased_at IS NULL
    ORDER BY a.created_at`,
  `INSERT INTO sms_charges (account_id, phone_hash, calling_code, network, charged_at)
   SELECT a.id, ${hash('phone')}, '380', '203.0.113.0/24', a.created_at ${PROVEN} AND $1::timestamptz IS NOT NULL ORDER BY a.created_at`,
  `INSERT INTO client_hints (account_id, event, observed_ip, user_agent, time_zone, created_at)
   SELECT a.id, e, '10.0.0.0'::inet + (hashtext(a.email) & 16777215), 'Mozilla/5.0 (Linux; Android 14; K) Chrome/130.0.0.0 Mobile', 'Europe/Kyiv',
          a.created_at
     FROM accounts a CROSS JOIN unnest(ARRAY['register', 'verify_email', 'verify_otp', 'request_phone', 'confirm_phone']) e
    WHERE a.email_verified_at IS NOT NULL AND $1::timestamptz IS NOT NULL ORDER BY a.created_at`,
  `INSERT INTO rate_limits (key, points, expires_at)
   SELECT k || encode(${hash('limit')}, 'hex'), 1, $1::timestamptz + interval '1 hour'
     FROM accounts a, unnest(ARRAY['mail:asked:', 'login:']) k WHERE a.created_at > $1::timestamptz - interval '1 day'`,
];
