-- Adds a message to the history with the job that sends it, for both roles. A message with the id of an earlier one replaces it.
CREATE OR REPLACE FUNCTION queue_new_message(p_task text, p_id uuid, p_payload json, p_wait_ms float8, p_account uuid, p_purpose text,
                                             p_calling_code text, p_provider text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO messages (id, account_id, kind, purpose, calling_code, provider, created_at)
  VALUES (p_id, p_account, CASE p_task WHEN 'send_sms' THEN 'sms' ELSE 'mail' END, p_purpose, p_calling_code, p_provider, p_now)
  ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, kind = excluded.kind, purpose = excluded.purpose,
    calling_code = excluded.calling_code, provider = excluded.provider, state = 'queued', tries = 0, problem = NULL, given_up_why = NULL,
    cost_micros = NULL, currency = NULL, created_at = excluded.created_at, tried_at = NULL, sent_at = NULL, gave_up_at = NULL;
  PERFORM queue_message(p_task, p_id::text, p_payload, p_wait_ms);
END $$;
