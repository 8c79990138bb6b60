-- Starts a session. Returns ok, challenge (spent before) or passkey (removed, or copied).
CREATE OR REPLACE FUNCTION team_sign_in(p_challenge bytea, p_challenge_expires timestamptz, p_credential bytea, p_counter int8, p_token_hash bytea,
                                        p_network text, p_browser text, p_ends timestamptz, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_member uuid;
  v_session uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  v_member := team_use_passkey(p_credential, p_counter, p_now);
  IF v_member IS NULL THEN RETURN 'passkey'; END IF;
  INSERT INTO team_sessions (token_hash, member_id, started_at, last_seen_at, ends_at, passkey_at, network, browser)
  VALUES (p_token_hash, v_member, p_now, p_now, p_ends, p_now, p_network, p_browser) RETURNING id INTO v_session;
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  SELECT p_now, m.name || ' (console)', 'team.sign-in', 'session ' || v_session, jsonb_build_object('browser', p_browser)
    FROM team_members m WHERE m.id = v_member;
  RETURN 'ok';
END $$;
