-- Adds the job that sends a sealed message, or replaces the unsent one with the same id. Messages that nobody waits for are sent
-- after all others. The roles of the application and the console can't read the queue by it.
CREATE OR REPLACE FUNCTION queue_message(p_task text, p_id text, p_payload json, p_wait_ms float8) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF p_task NOT IN ('send_mail', 'send_sms') THEN
    RAISE EXCEPTION 'only messages are queued by queue_message()' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM graphile_worker.add_job(identifier => p_task, payload => p_payload, job_key => p_id, job_key_mode => 'replace',
                                  run_at => clock_timestamp() + p_wait_ms * interval '1 millisecond',
                                  priority => CASE WHEN p_payload ->> 'later' = 'true' THEN 10 ELSE 0 END);
END $$;
