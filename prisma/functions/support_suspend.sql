-- Suspends an account. No batch of votes is written until the transaction ends, and later ones see the suspension: no vote of
-- the account is stored after the commit. False, without a change, if it is erased, suspended or unknown.
CREATE OR REPLACE FUNCTION support_suspend(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM stop_ballots();
  UPDATE accounts SET suspended_at = p_now WHERE id = p_account AND erased_at IS NULL AND suspended_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'user.suspend', 'account ' || p_account, p_reason, jsonb_build_object('sessions', e.sessions)
    FROM end_sessions(p_account, p_now) e;
  RETURN true;
END $$;
