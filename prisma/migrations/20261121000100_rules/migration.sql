-- What a table may hold. Prisma's schema language has no words for checks and partial indexes.

ALTER TABLE accounts
  ADD CONSTRAINT accounts_language CHECK (language IN ('en', 'uk')),
  ADD CONSTRAINT accounts_email_canonical CHECK (email_canonical = lower(email_canonical)),
  ADD CONSTRAINT accounts_phone_e164 CHECK (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  ADD CONSTRAINT accounts_email_pair CHECK ((email IS NULL) = (email_canonical IS NULL)),
  ADD CONSTRAINT accounts_totp_has_secret CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL),
  ADD CONSTRAINT accounts_totp_after_email CHECK (totp_confirmed_at IS NULL OR email_verified_at IS NOT NULL),
  ADD CONSTRAINT accounts_alive_or_erased CHECK (
    CASE WHEN erased_at IS NULL THEN name IS NOT NULL AND email IS NOT NULL AND password_hash IS NOT NULL AND voter_id IS NOT NULL
         ELSE name IS NULL AND email IS NULL AND phone_number IS NULL AND password_hash IS NULL AND voter_id IS NULL
              AND totp_secret IS NULL AND email_verified_at IS NULL END);

ALTER TABLE sessions ADD CONSTRAINT sessions_times CHECK (expires_at > created_at);
ALTER TABLE devices ADD CONSTRAINT devices_token_hash CHECK (octet_length(token_hash) = 32);
ALTER TABLE backup_codes ADD CONSTRAINT backup_codes_hash CHECK (octet_length(code_hash) = 32);

ALTER TABLE challenges
  ADD CONSTRAINT challenges_kind CHECK (kind IN ('email', 'password_reset', 'totp_setup', 'totp_login', 'phone')),
  ADD CONSTRAINT challenges_hashes CHECK (octet_length(handle_hash) = 32 AND octet_length(code_hash) = 32 AND octet_length(target_hash) = 32),
  ADD CONSTRAINT challenges_code CHECK ((kind IN ('email', 'password_reset', 'phone')) = (code_hash IS NOT NULL)),
  ADD CONSTRAINT challenges_target CHECK ((kind = 'phone') = (target_hash IS NOT NULL)),
  ADD CONSTRAINT challenges_attempts CHECK (attempts BETWEEN 0 AND 5),
  ADD CONSTRAINT challenges_delivery CHECK (delivery IN ('queued', 'sent', 'failed'));

ALTER TABLE sms_charges
  ADD CONSTRAINT sms_charges_hash CHECK (octet_length(phone_hash) = 32),
  ADD CONSTRAINT sms_charges_calling_code CHECK (calling_code ~ '^[1-9][0-9]{0,3}$');
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_points CHECK (points >= 0);

ALTER TABLE claims
  ADD CONSTRAINT claims_kind CHECK (kind IN ('email', 'phone', 'instagram')),
  ADD CONSTRAINT claims_fingerprint CHECK (octet_length(fingerprint) = 32);
ALTER TABLE phone_verifications ADD CONSTRAINT phone_verifications_hash CHECK (octet_length(phone_hash) = 32);
ALTER TABLE social_links
  ADD CONSTRAINT social_links_provider CHECK (provider IN ('INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION')),
  ADD CONSTRAINT social_links_hash CHECK (octet_length(subject_hash) = 32);
ALTER TABLE social_requests
  ADD CONSTRAINT social_requests_provider CHECK (provider IN ('INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION')),
  ADD CONSTRAINT social_requests_status CHECK (status IN ('NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS')),
  ADD CONSTRAINT social_requests_hashes CHECK (octet_length(event_hash) = 32 AND octet_length(subject_hash) = 32),
  ADD CONSTRAINT social_requests_tag CHECK ((provider = 'INSTAGRAM_SUBSCRIPTION') = (tag IS NOT NULL)),
  ADD CONSTRAINT social_requests_decided CHECK ((decided_at IS NOT NULL) = (status IN ('VERIFIED', 'NOT_VERIFIED')));
ALTER TABLE verification_logs
  ADD CONSTRAINT verification_logs_status CHECK (status IN ('NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS'));

-- One live phone, and one live link per network, for an account.
CREATE UNIQUE INDEX phone_one_live_per_account ON phone_verifications (account_id) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX social_one_live_per_account ON social_links (account_id, provider) WHERE revoked_at IS NULL;

-- An account that proved its mailbox may have voted: it is erased, never deleted.
CREATE FUNCTION refuse_account_delete() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.email_verified_at IS NOT NULL OR OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION 'a verified account is erased, not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER accounts_keep_verified BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_account_delete();
ALTER TABLE accounts ENABLE ALWAYS TRIGGER accounts_keep_verified;

-- The single source of "who may vote".
CREATE VIEW voter_eligibility AS
SELECT a.id AS account_id,
       a.voter_id,
       a.email_verified_at IS NOT NULL AS email_ok,
       a.totp_confirmed_at IS NOT NULL AS two_factor_ok,
       EXISTS (SELECT 1 FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS phone_ok,
       EXISTS (SELECT 1 FROM social_links s WHERE s.account_id = a.id AND s.revoked_at IS NULL) AS social_ok
  FROM accounts a
 WHERE a.erased_at IS NULL;

-- Erasing a person: the account is blanked and cut off from its votes. Vote rows, tallies and the fingerprints of
-- email, phone and social accounts stay, so that erasing is no way to vote twice.
CREATE FUNCTION erase_account(p_account uuid, p_email_hash bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE accounts
     SET voter_id = NULL, name = NULL, email = NULL, email_canonical = NULL, phone_number = NULL, password_hash = NULL,
         email_verified_at = NULL, totp_secret = NULL, totp_confirmed_at = NULL, erased_at = p_now
   WHERE id = p_account AND erased_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO claims (kind, fingerprint, account_id, held_until) VALUES ('email', p_email_hash, p_account, '9999-12-31')
  ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until;
  UPDATE phone_verifications SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  UPDATE social_links SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  DELETE FROM sessions WHERE account_id = p_account;
  DELETE FROM devices WHERE account_id = p_account;
  DELETE FROM backup_codes WHERE account_id = p_account;
  DELETE FROM challenges WHERE account_id = p_account;
  DELETE FROM client_hints WHERE account_id = p_account;
  DELETE FROM social_requests WHERE account_id = p_account;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION erase_account(uuid, bytea, timestamptz) FROM PUBLIC;
