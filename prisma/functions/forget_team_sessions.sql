-- Deletes sessions that ended 90 days ago or more, and returns how many. A caller's clock that is ahead deletes none earlier.
CREATE OR REPLACE FUNCTION forget_team_sessions(p_now timestamptz) RETURNS int4
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_deleted int4;
BEGIN
  DELETE FROM team_sessions WHERE least(ended_at, ends_at) <= least(p_now, clock_timestamp()) - interval '2160 hours';
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
