-- Stores a key of an owner that reads what the console shows. False if the person is no owner any more.
CREATE OR REPLACE FUNCTION token_add(p_hash bytea, p_name text, p_role text, p_scopes text[], p_member uuid, p_actor text, p_reason text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id uuid;
BEGIN
  -- team_change_member() waits, and revokes it.
  PERFORM FROM team_members WHERE id = p_member AND role = 'owner' AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO api_tokens (hash, name, role, scopes, member_id, made_at) VALUES (p_hash, p_name, p_role, p_scopes, p_member, p_now) RETURNING id INTO v_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'token.add', 'token ' || v_id, p_reason, jsonb_build_object('name', p_name, 'role', p_role, 'scopes', p_scopes));
  RETURN true;
END $$;
