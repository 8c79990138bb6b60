-- Ends a session; with p_member, only one of that person. False if there is none.
CREATE OR REPLACE FUNCTION team_end_session(p_session uuid, p_member uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE team_sessions SET ended_at = p_now
   WHERE id = p_session AND ended_at IS NULL AND (p_member IS NULL OR member_id = p_member);
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'team.end-session', 'session ' || p_session, p_reason);
  RETURN true;
END $$;
