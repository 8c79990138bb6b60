-- Erasing a person: the account is blanked and cut off from its votes. Vote rows, tallies and the fingerprints of email, phone and
-- social accounts stay, so that erasing is no way to vote twice. The charges of text messages stay while they count against the
-- budgets, without the addresses from which the person asked for them. The origins of the votes are deleted, and the account's id
-- leaves its claims and the selections of exclusions.
CREATE OR REPLACE FUNCTION erase_account(p_account uuid, p_email_hash bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_voter uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL) THEN RETURN false; END IF;
  -- The exclusions before the account's row, as claim_exclusion_notices() locks them.
  PERFORM forget_selected_account(p_account);
  SELECT voter_id INTO v_voter FROM accounts WHERE id = p_account AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE accounts
     SET voter_id = NULL, name = NULL, email = NULL, email_canonical = NULL, phone_number = NULL, password_hash = NULL,
         email_verified_at = NULL, totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = 0, passkey_at = NULL, language = 'en',
         suspended_at = NULL, used_at = NULL, retention_mailed_at = NULL, tell_winners = false, no_reminders = false, erased_at = p_now
   WHERE id = p_account;
  -- The rows stay: without `since`, the next claim would bar others for another day.
  -- Addresses of before stay taken, as the last one does.
  UPDATE claims SET account_id = NULL WHERE account_id = p_account AND kind <> 'email';
  INSERT INTO claims (kind, fingerprint, account_id, held_until) VALUES ('email', p_email_hash, p_account, '9999-12-31')
  ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until;
  UPDATE phone_verifications SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  UPDATE social_links SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  DELETE FROM sessions WHERE account_id = p_account;
  DELETE FROM devices WHERE account_id = p_account;
  DELETE FROM backup_codes WHERE account_id = p_account;
  DELETE FROM account_passkeys WHERE account_id = p_account;
  -- Also the codes whose mails were dropped, which have no account.
  DELETE FROM challenges WHERE account_id = p_account OR (account_id IS NULL AND starts_with(thread, p_account || ':'));
  DELETE FROM client_hints WHERE account_id = p_account;
  DELETE FROM reminders WHERE account_id = p_account;
  DELETE FROM entries WHERE account_id = p_account;
  DELETE FROM account_traits WHERE account_id = p_account;
  DELETE FROM social_requests WHERE account_id = p_account;
  UPDATE sms_charges SET network = '' WHERE account_id = p_account;
  -- Waits for the batches of origins that are under way, so that none is written for a person who is erased.
  PERFORM pg_advisory_xact_lock(5203190);
  DELETE FROM vote_origins WHERE voter_id IN (SELECT v.voter_id FROM voter_ids v WHERE v.account_id = p_account) OR voter_id = v_voter;
  DELETE FROM cluster_members WHERE voter_id IN (SELECT v.voter_id FROM voter_ids v WHERE v.account_id = p_account) OR voter_id = v_voter;
  DELETE FROM past_voters WHERE account_id = p_account;
  RETURN true;
END $$;
