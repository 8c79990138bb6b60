-- Answers an objection once, and queues the mail with the answer. False if it was answered, or does not exist.
CREATE OR REPLACE FUNCTION answer_objection(p_id int4, p_answer text, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_exclusion int4;
BEGIN
  UPDATE objections SET answer = p_answer, answered_at = p_now, answered_by = p_actor
   WHERE id = p_id AND answered_at IS NULL RETURNING exclusion_id INTO v_exclusion;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM graphile_worker.add_job('notify_objection', json_build_object('objection', p_id), job_key => 'objection ' || p_id);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'objection.answer', 'objection ' || p_id, p_reason, jsonb_build_object('exclusion', v_exclusion));
  RETURN true;
END $$;
