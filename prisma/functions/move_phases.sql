-- Makes the moved moments exactly the given ones, has votes judged by them, and writes that down: the application's role can
-- move a phase in no other way, so that none is moved without an entry in the log.
CREATE OR REPLACE FUNCTION move_phases(p_boundary text[], p_at timestamptz[], p_opens timestamptz, p_closes timestamptz,
                                       p_announced timestamptz, p_actor text, p_reason text, p_detail jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF p_reason IS NULL THEN
    RAISE EXCEPTION 'phases are not moved without a reason' USING ERRCODE = 'null_value_not_allowed';
  END IF;
  PERFORM stop_ballots();
  DELETE FROM phase_times;
  INSERT INTO phase_times (boundary, at) SELECT * FROM unnest(p_boundary, p_at);
  PERFORM apply_phase_times(p_opens, p_closes, p_announced);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'phase.set', 'edition', p_reason, p_detail);
END $$;
