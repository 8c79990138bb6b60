-- Revokes an open invitation. False if there is none.
CREATE OR REPLACE FUNCTION team_revoke_invitation(p_id uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE team_invitations SET revoked_at = p_now
   WHERE id = p_id AND used_at IS NULL AND revoked_at IS NULL AND expires_at > p_now;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'team.revoke-invitation', 'invitation ' || p_id, p_reason);
  RETURN true;
END $$;
