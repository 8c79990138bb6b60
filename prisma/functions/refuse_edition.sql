-- Refuses a publication (SQLSTATE LA001): the rule is the message, and what it is about the detail.
CREATE OR REPLACE FUNCTION refuse_edition(p_rule text, p_about jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '%', p_rule USING ERRCODE = 'LA001', DETAIL = p_about::text;
END $$;
