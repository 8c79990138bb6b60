-- Stores how a person wants to be told of suspicious votes; with p_channel none they no longer do. The audit log has no address. False if
-- the person is not on the team.
CREATE OR REPLACE FUNCTION team_set_alarm(p_member uuid, p_channel text, p_address text, p_language text, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Changes of one person's setting take turns, and team_change_member() waits and deletes it.
  PERFORM FROM team_members WHERE id = p_member AND removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM team_alarms WHERE member_id = p_member;
  INSERT INTO team_alarms (member_id, channel, address, language) SELECT p_member, p_channel, p_address, p_language WHERE p_channel <> 'none';
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'team.set-alarm', 'member ' || p_member, NULL, jsonb_build_object('channel', p_channel));
  RETURN true;
END $$;
