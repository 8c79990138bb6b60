-- Revokes a key. False if there is none.
CREATE OR REPLACE FUNCTION token_revoke(p_id uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE api_tokens SET revoked_at = p_now WHERE id = p_id AND revoked_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'token.revoke', 'token ' || p_id, p_reason);
  RETURN true;
END $$;
