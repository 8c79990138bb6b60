-- Removes a webhook with its deliveries, switches one on again that failed for days, or sends a delivery again, also one that was
-- accepted. False if there is none.
CREATE OR REPLACE FUNCTION hook_change(p_what text, p_id int8, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_hook int8 := p_id;
BEGIN
  CASE p_what
    WHEN 'remove' THEN DELETE FROM hooks WHERE id = p_id;
    WHEN 'resume' THEN UPDATE hooks SET off_at = NULL, failing_since = NULL WHERE id = p_id AND off_at IS NOT NULL;
    WHEN 'send-again' THEN
      UPDATE hook_deliveries SET due_at = p_now, tries = 0, problem = NULL WHERE id = p_id RETURNING hook_id INTO v_hook;
  END CASE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, CASE p_what WHEN 'remove' THEN 'hook.remove' WHEN 'resume' THEN 'hook.resume' ELSE 'hook.send-again' END,
          'hook ' || v_hook, p_reason);
  RETURN true;
END $$;
