-- The key of a hash, unless it was revoked; at most once a minute its last use is written.
CREATE OR REPLACE FUNCTION token_use(p_hash bytea, p_now timestamptz) RETURNS TABLE (id uuid, name text, role text, scopes text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  UPDATE api_tokens t SET last_used_at = p_now
   WHERE t.hash = p_hash AND t.revoked_at IS NULL AND (t.last_used_at IS NULL OR t.last_used_at < p_now - interval '1 minute');
  RETURN QUERY SELECT t.id, t.name, t.role, t.scopes FROM api_tokens t WHERE t.hash = p_hash AND t.revoked_at IS NULL;
END $fn$;
