-- Records that the person of a session used a passkey of theirs again. Returns ok, challenge or passkey.
CREATE OR REPLACE FUNCTION team_confirm(p_challenge bytea, p_challenge_expires timestamptz, p_credential bytea, p_counter int8, p_session uuid,
                                        p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_member uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  v_member := team_use_passkey(p_credential, p_counter, p_now);
  UPDATE team_sessions SET passkey_at = p_now WHERE id = p_session AND member_id = v_member AND ended_at IS NULL;
  RETURN CASE WHEN FOUND THEN 'ok' ELSE 'passkey' END;
END $$;
