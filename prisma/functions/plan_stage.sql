-- Stores the run sheet of the show, with its entry in the audit log. False if it is no longer what the person saw.
CREATE OR REPLACE FUNCTION plan_stage(p_before jsonb, p_rows jsonb, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO stages (since) VALUES (p_now) ON CONFLICT DO NOTHING;
  UPDATE stages SET version = version + 1, rows = p_rows WHERE year = edition_year() AND rows IS NOT DISTINCT FROM p_before;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, p_actor, 'stage.plan', 'stage');
  RETURN true;
END $$;
