-- Changes a person's role, or removes them (p_role null), with their passkeys, sessions and alarms. Returns ok, missing, or
-- last_owner if no owner with a passkey would be left. The open invitations and the keys of a former owner end as well.
CREATE OR REPLACE FUNCTION team_change_member(p_member uuid, p_role text, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_role text;
  v_name text;
BEGIN
  -- Changes of owners take turns, so that two owners can't remove each other.
  PERFORM pg_advisory_xact_lock(5203180);
  SELECT m.role, m.name INTO v_role, v_name FROM team_members m WHERE m.id = p_member AND m.removed_at IS NULL;
  IF NOT FOUND THEN RETURN 'missing'; END IF;
  IF v_role = 'owner' AND p_role IS DISTINCT FROM 'owner' AND NOT EXISTS (
       SELECT FROM team_members m WHERE m.role = 'owner' AND m.removed_at IS NULL AND m.id <> p_member
          AND EXISTS (SELECT FROM team_passkeys k WHERE k.member_id = m.id AND k.removed_at IS NULL)) THEN
    RETURN 'last_owner';
  END IF;
  IF p_role IS NULL THEN
    UPDATE team_members SET removed_at = p_now WHERE id = p_member;
    UPDATE team_passkeys SET removed_at = p_now WHERE member_id = p_member AND removed_at IS NULL;
    UPDATE team_sessions SET ended_at = p_now WHERE member_id = p_member AND ended_at IS NULL;
    DELETE FROM team_alarms WHERE member_id = p_member;
    UPDATE team_invitations SET revoked_at = p_now WHERE member_id = p_member AND used_at IS NULL AND revoked_at IS NULL;
  ELSE
    UPDATE team_members SET role = p_role WHERE id = p_member;
  END IF;
  IF v_role = 'owner' AND p_role IS DISTINCT FROM 'owner' THEN
    UPDATE team_invitations SET revoked_at = p_now
     WHERE same_person(invited_by, v_name) AND used_at IS NULL AND revoked_at IS NULL;
    UPDATE api_tokens SET revoked_at = p_now WHERE member_id = p_member AND revoked_at IS NULL;
  END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_role IS NULL THEN 'team.remove' ELSE 'team.change-role' END, 'member ' || p_member, p_reason,
          jsonb_build_object('from', v_role, 'to', p_role));
  RETURN 'ok';
END $$;
