-- Removes a passkey of a person. Returns ok, last (their only one) or missing. Every session of the person ends: a session doesn't
-- know the passkey that opened it.
CREATE OR REPLACE FUNCTION team_remove_passkey(p_id uuid, p_member uuid, p_actor text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Removals of one person take turns, so that two at once can't remove the last two.
  PERFORM FROM team_members m WHERE m.id = p_member FOR UPDATE;
  IF NOT EXISTS (SELECT FROM team_passkeys k WHERE k.id = p_id AND k.member_id = p_member AND k.removed_at IS NULL) THEN RETURN 'missing'; END IF;
  IF (SELECT count(*) FROM team_passkeys k WHERE k.member_id = p_member AND k.removed_at IS NULL) = 1 THEN RETURN 'last'; END IF;
  UPDATE team_passkeys SET removed_at = p_now WHERE id = p_id;
  UPDATE team_sessions SET ended_at = p_now WHERE member_id = p_member AND ended_at IS NULL;
  INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, p_actor, 'team.remove-passkey', 'passkey ' || p_id);
  RETURN 'ok';
END $$;
