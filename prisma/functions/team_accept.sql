-- Accepts an invitation with a new passkey and starts a session. Of a person who lost their passkeys, the old passkeys and sessions end.
-- Returns ok, challenge (spent before), invitation (used, revoked or expired), name (taken) or known (the passkey); only ok
-- changes anything, except that the challenge is spent.
CREATE OR REPLACE FUNCTION team_accept(p_challenge bytea, p_challenge_expires timestamptz, p_token_hash bytea, p_credential bytea, p_public_key bytea,
                                       p_counter int8, p_transports text[], p_synced boolean, p_label text,
                                       p_session_hash bytea, p_network text, p_browser text, p_ends timestamptz, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_invitation team_invitations;
  v_member uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  PERFORM pg_advisory_xact_lock(5203180);
  SELECT * INTO v_invitation FROM team_invitations i
   WHERE i.token_hash = p_token_hash AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > p_now FOR UPDATE;
  IF NOT FOUND THEN RETURN 'invitation'; END IF;
  IF EXISTS (SELECT FROM team_passkeys k WHERE k.credential_id = p_credential) THEN RETURN 'known'; END IF;
  v_member := v_invitation.member_id;
  IF v_member IS NULL THEN
    INSERT INTO team_members (name, role, invited_by, joined_at)
    VALUES (v_invitation.name, v_invitation.role, v_invitation.invited_by, p_now)
    ON CONFLICT (lower(name)) WHERE removed_at IS NULL DO NOTHING RETURNING id INTO v_member;
    IF v_member IS NULL THEN RETURN 'name'; END IF;
  ELSE
    PERFORM FROM team_members m WHERE m.id = v_member AND m.removed_at IS NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN 'invitation'; END IF;
    UPDATE team_passkeys SET removed_at = p_now WHERE member_id = v_member AND removed_at IS NULL;
    UPDATE team_sessions SET ended_at = p_now WHERE member_id = v_member AND ended_at IS NULL;
  END IF;
  UPDATE team_invitations SET used_at = p_now WHERE id = v_invitation.id;
  INSERT INTO team_passkeys (member_id, credential_id, public_key, counter, transports, synced, label, added_at)
  VALUES (v_member, p_credential, p_public_key, p_counter, p_transports, p_synced, p_label, p_now);
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, v_invitation.name || ' (console)', 'team.accept', 'member ' || v_member,
          jsonb_build_object('invitation', v_invitation.id, 'role', v_invitation.role, 'browser', p_browser));
  INSERT INTO team_sessions (token_hash, member_id, started_at, last_seen_at, ends_at, passkey_at, network, browser)
  VALUES (p_session_hash, v_member, p_now, p_now, p_ends, p_now, p_network, p_browser);
  RETURN 'ok';
END $$;
