-- Begins the edition of another year, as a draft, unless there is a draft. False if this year is the current one or archived.
CREATE OR REPLACE FUNCTION create_year(p_year int4, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO years (year, state) VALUES (p_year, 'draft') ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN EXISTS (SELECT FROM years y WHERE y.year = p_year AND y.state = 'draft'); END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'edition.create', p_year::text, p_reason);
  RETURN true;
END $$;
