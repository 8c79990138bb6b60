-- Organisers may suspend an account, and lift that again. It can't vote meanwhile, whatever sessions it has: cast_votes() asks
-- this view. Its votes stay. The release before works with this: it knows no suspended account.
ALTER TABLE "accounts" ADD COLUMN "suspended_at" TIMESTAMPTZ(3);

CREATE OR REPLACE VIEW voter_eligibility AS
SELECT a.id AS account_id,
       a.voter_id,
       a.email_verified_at IS NOT NULL AS email_ok,
       a.totp_confirmed_at IS NOT NULL AS two_factor_ok,
       EXISTS (SELECT 1 FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS phone_ok,
       EXISTS (SELECT 1 FROM social_links s WHERE s.account_id = a.id AND s.revoked_at IS NULL) AS social_ok
  FROM accounts a
 WHERE a.erased_at IS NULL AND a.suspended_at IS NULL;
