-- Lifts a suspension. False if there was none.
CREATE OR REPLACE FUNCTION support_restore(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE accounts SET suspended_at = NULL WHERE id = p_account AND erased_at IS NULL AND suspended_at IS NOT NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'user.restore', 'account ' || p_account, p_reason);
  RETURN true;
END $$;
