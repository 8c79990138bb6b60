-- The person of a session that is neither ended, nor expired, nor idle for an hour, nor used from another network; at most
-- once a minute its last use is written. The role is the current one, so a lowered role counts at once.
CREATE OR REPLACE FUNCTION team_session(p_token_hash bytea, p_network text, p_now timestamptz)
RETURNS TABLE (session_id uuid, member_id uuid, name text, role text, started_at timestamptz, ends_at timestamptz, passkey_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  UPDATE team_sessions s SET last_seen_at = p_now
   WHERE s.token_hash = p_token_hash AND s.network = p_network AND s.ended_at IS NULL AND s.ends_at > p_now
     AND s.last_seen_at > p_now - interval '60 minutes' AND s.last_seen_at < p_now - interval '1 minute';
  RETURN QUERY
  SELECT s.id, s.member_id, m.name, m.role, s.started_at, s.ends_at, s.passkey_at
    FROM team_sessions s JOIN team_members m ON m.id = s.member_id AND m.removed_at IS NULL
   WHERE s.token_hash = p_token_hash AND s.network = p_network AND s.ended_at IS NULL AND s.ends_at > p_now
     AND s.last_seen_at > p_now - interval '60 minutes';
END $fn$;
