-- Stores an invitation for a new person, or, with p_member, for one of the team who lost their passkeys. Revokes the open
-- ones for the same name. Null if a new person's name is taken, or the member does not exist.
CREATE OR REPLACE FUNCTION team_invite(p_token_hash bytea, p_name text, p_role text, p_member uuid, p_expires timestamptz,
                                       p_actor text, p_reason text, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id uuid;
  v_name text := p_name;
  v_role text := p_role;
BEGIN
  -- Invitations and acceptances take turns.
  PERFORM pg_advisory_xact_lock(5203180);
  IF p_member IS NULL THEN
    IF EXISTS (SELECT FROM team_members m WHERE lower(m.name) = lower(p_name) AND m.removed_at IS NULL) THEN RETURN NULL; END IF;
  ELSE
    SELECT m.name, m.role INTO v_name, v_role FROM team_members m WHERE m.id = p_member AND m.removed_at IS NULL;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  UPDATE team_invitations SET revoked_at = p_now
   WHERE lower(name) = lower(v_name) AND used_at IS NULL AND revoked_at IS NULL;
  INSERT INTO team_invitations (token_hash, name, role, member_id, invited_by, created_at, expires_at)
  VALUES (p_token_hash, v_name, v_role, p_member, p_actor, p_now, p_expires) RETURNING id INTO v_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_member IS NULL THEN 'team.invite' ELSE 'team.replace-passkeys' END, 'invitation ' || v_id, p_reason,
          jsonb_build_object('name', v_name, 'role', v_role));
  RETURN v_id;
END $$;
