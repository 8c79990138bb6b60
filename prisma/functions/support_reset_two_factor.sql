-- Removes two-factor, to be set up again at the next login, and ends all sessions. The last step stays, because a step is
-- never accepted twice. False, without a change, for an erased or unknown account.
CREATE OR REPLACE FUNCTION support_reset_two_factor(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The keys before the account's row, in the order of locks. They expire at their creation: a request that read its clock
  -- earlier and waited must find them expired too.
  UPDATE challenges SET expires_at = created_at
   WHERE account_id = p_account AND kind IN ('totp_setup', 'totp_login') AND consumed_at IS NULL AND expires_at > p_now;
  UPDATE accounts SET totp_secret = NULL, totp_confirmed_at = NULL, passkey_at = NULL WHERE id = p_account AND erased_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM backup_codes WHERE account_id = p_account;
  DELETE FROM account_passkeys WHERE account_id = p_account;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'user.reset-two-factor', 'account ' || p_account, p_reason, jsonb_build_object('sessions', e.sessions)
    FROM end_sessions(p_account, p_now) e;
  RETURN true;
END $$;
