-- Ends all sessions and forgets all devices. It locks the account's row first, as logins do: it waits for a login that has begun,
-- and ends its session. False, without a change, for an erased or unknown account.
CREATE OR REPLACE FUNCTION support_sign_out(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'user.sign-out', 'account ' || p_account, p_reason,
         jsonb_build_object('sessions', e.sessions, 'devices', e.devices)
    FROM end_sessions(p_account, p_now) e;
  RETURN true;
END $$;
