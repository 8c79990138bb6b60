-- Verified voters with a session, for the copy of a rehearsal (deploy/rehearse.sh) and for tests. Not in the images.
WITH made AS (
  INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at, totp_secret, totp_confirmed_at)
  SELECT 'Voter', mail, mail, '-', :'now'::timestamptz, :'now'::timestamptz, '\x00', :'now'::timestamptz
    FROM (SELECT 'voter-' || gen_random_uuid() || '@example.org' AS mail FROM generate_series(1, :'count'::int)) mails
  RETURNING id
), opened AS (
  INSERT INTO sessions (account_id, created_at, expires_at, two_factor_at)
  SELECT id, :'now'::timestamptz, :'now'::timestamptz + interval '1 day', :'now'::timestamptz FROM made
  RETURNING id, account_id
), phones AS (
  INSERT INTO phone_verifications (account_id, phone_hash, verified_at)
  SELECT id, sha256(id::text::bytea), :'now'::timestamptz FROM made WHERE :'phone'::boolean
), links AS (
  INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
  SELECT id, 'TELEGRAM_SUBSCRIPTION', sha256(id::text::bytea), :'now'::timestamptz FROM made WHERE :'social'::boolean
)
SELECT id AS "sessionId", account_id AS "accountId" FROM opened;
