-- Sends a message that waits for its next try, or one without a code that was given up, now. Returns ok, missing, or state if
-- the message was sent, is waiting or being tried, or has a code that is no longer kept.
CREATE OR REPLACE FUNCTION retry_message(p_id uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_state text;
BEGIN
  SELECT m.state INTO v_state FROM messages m WHERE m.id = p_id FOR UPDATE;
  IF NOT FOUND THEN RETURN 'missing'; END IF;
  IF v_state NOT IN ('failed', 'given_up') THEN RETURN 'state'; END IF;
  UPDATE graphile_worker._private_jobs SET run_at = clock_timestamp() WHERE key = p_id::text AND locked_at IS NULL;
  IF NOT FOUND THEN RETURN 'state'; END IF;
  UPDATE messages SET state = 'queued', gave_up_at = NULL, given_up_why = NULL WHERE id = p_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'message.retry', 'message ' || p_id, p_reason);
  RETURN 'ok';
END $$;
