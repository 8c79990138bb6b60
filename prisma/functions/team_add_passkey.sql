-- Adds a passkey to the person of a session. Returns ok, challenge, known, or session if the session ended or the person was removed,
-- also while the request was on its way. Removing the person, and ending the session, wait for it.
CREATE OR REPLACE FUNCTION team_add_passkey(p_session uuid, p_challenge bytea, p_challenge_expires timestamptz, p_member uuid, p_credential bytea,
                                            p_public_key bytea, p_counter int8, p_transports text[], p_synced boolean, p_label text, p_actor text,
                                            p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  PERFORM FROM team_members m WHERE m.id = p_member AND m.removed_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'session'; END IF;
  PERFORM FROM team_sessions s
    WHERE s.id = p_session AND s.member_id = p_member AND s.ended_at IS NULL AND s.ends_at > p_now FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'session'; END IF;
  INSERT INTO team_passkeys (member_id, credential_id, public_key, counter, transports, synced, label, added_at)
  VALUES (p_member, p_credential, p_public_key, p_counter, p_transports, p_synced, p_label, p_now)
  ON CONFLICT (credential_id) DO NOTHING RETURNING id INTO v_id;
  IF v_id IS NULL THEN RETURN 'known'; END IF;
  INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, p_actor, 'team.add-passkey', 'passkey ' || v_id);
  RETURN 'ok';
END $$;
