-- Sets the status of requests that have another one, logs it, and announces it to subscribers.
CREATE OR REPLACE FUNCTION set_request_status(p_ids uuid[], p_status text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_topic text;
BEGIN
  FOR v_topic IN
    WITH changed AS (
      UPDATE social_requests
         SET status = p_status, decided_at = CASE WHEN p_status IN ('VERIFIED', 'NOT_VERIFIED') THEN p_now END
       WHERE id = ANY (p_ids) AND status <> p_status
      RETURNING id, event_hash
    ), logged AS (
      INSERT INTO verification_logs (request_id, status, created_at) SELECT id, p_status, p_now FROM changed
    )
    SELECT encode(event_hash, 'hex') FROM changed
  LOOP
    PERFORM pg_notify('laurel_events', json_build_object('kind', 'verification', 'topic', v_topic)::text);
  END LOOP;
END $$;
