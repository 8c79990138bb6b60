-- erase_account() as it was, and it also blanks the addresses from which the person asked for text messages. The charges
-- themselves stay while they count against the budgets.
CREATE OR REPLACE FUNCTION erase_account(p_account uuid, p_email_hash bytea, p_now timestamptz) RETURNS boolean
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
  UPDATE sms_charges SET network = '' WHERE account_id = p_account;
  RETURN true;
END $$;
