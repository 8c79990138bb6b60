-- Adds or removes a webhook, sends one of its calls again (which switches it on), or adds or revokes a key of the API, which only an owner has. Returns
-- its id; null if there is none. A new webhook gets a first call, which shows whether it answers. The audit log has no address.
CREATE OR REPLACE FUNCTION change_integration(p_action text, p_id text, p_values jsonb, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id text;
BEGIN
  CASE p_action
    WHEN 'hook.add' THEN
      INSERT INTO hooks (url, events, language, added_at, added_by)
      SELECT v.url, v.events, v.language, p_now, p_actor FROM jsonb_to_record(p_values) AS v (url text, events text[], language text) RETURNING id INTO v_id;
      INSERT INTO hook_deliveries (hook_id, event, type, subject, at, data, due_at) VALUES (v_id::int4, 'test', 'test', 'test', p_now, '{}', p_now);
    WHEN 'hook.remove' THEN DELETE FROM hooks WHERE id = p_id::int4 RETURNING id INTO v_id;
    WHEN 'hook.send-again' THEN
      UPDATE hook_deliveries SET due_at = p_now, tries = 0, problem = NULL WHERE id = p_id::int8 RETURNING hook_id INTO v_id;
      UPDATE hooks SET off_at = NULL, failing_since = NULL WHERE id = v_id::int4;
    WHEN 'token.add' THEN
      -- team_change_member() waits for the lock, and revokes the key.
      PERFORM FROM team_members WHERE id = p_id::uuid AND role = 'owner' AND removed_at IS NULL FOR SHARE;
      IF FOUND THEN
        INSERT INTO api_tokens (hash, name, role, scopes, member_id, made_at)
        SELECT decode(v.hash, 'hex'), v.name, v.role, v.scopes, p_id::uuid, p_now
          FROM jsonb_to_record(p_values) AS v (hash text, name text, role text, scopes text[]) RETURNING id INTO v_id;
      END IF;
    WHEN 'token.revoke' THEN UPDATE api_tokens SET revoked_at = p_now WHERE id = p_id::uuid AND revoked_at IS NULL RETURNING id INTO v_id;
  END CASE;
  IF v_id IS NOT NULL THEN
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (p_now, p_actor, p_action, split_part(p_action, '.', 1) || ' ' || v_id, p_reason, p_values - ARRAY['url', 'hash']);
  END IF;
  RETURN v_id;
END $$;
