-- Begins the show again with new codes, with an entry in the audit log: nothing was revealed.
CREATE OR REPLACE FUNCTION restart_stage(p_reason text, p_actor text, p_now timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE stages SET version = version + 1, round = round + 1, slide = '', blank = false, revealed = '{}', since = p_now
   WHERE year = edition_year();
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'stage.restart', 'stage', p_reason);
$$;
