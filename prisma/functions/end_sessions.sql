-- Ends the sessions of an account and forgets its devices. Returns how many were open and known.
CREATE OR REPLACE FUNCTION end_sessions(p_account uuid, p_now timestamptz, OUT sessions int4, OUT devices int4)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH ended AS (UPDATE sessions s SET revoked_at = p_now WHERE s.account_id = p_account AND s.revoked_at IS NULL RETURNING s.expires_at)
  SELECT count(*) FILTER (WHERE e.expires_at > p_now) INTO sessions FROM ended e;
  WITH gone AS (DELETE FROM devices d WHERE d.account_id = p_account RETURNING d.expires_at)
  SELECT count(*) FILTER (WHERE g.expires_at > p_now) INTO devices FROM gone g;
END $$;
