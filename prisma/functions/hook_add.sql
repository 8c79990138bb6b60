-- Adds an address that is told of events, and its first event, which shows whether it answers. The audit log has no address.
CREATE OR REPLACE FUNCTION hook_add(p_url text, p_events text[], p_language text, p_actor text, p_reason text, p_now timestamptz) RETURNS int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
BEGIN
  INSERT INTO hooks (url, events, language, added_at, added_by) VALUES (p_url, p_events, p_language, p_now, p_actor) RETURNING id INTO v_id;
  INSERT INTO hook_deliveries (hook_id, event, type, subject, at, data, due_at) VALUES (v_id, 'test', 'test', 'test', p_now, '{}', p_now);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'hook.add', 'hook ' || v_id, p_reason, jsonb_build_object('events', p_events));
  RETURN v_id;
END $$;
