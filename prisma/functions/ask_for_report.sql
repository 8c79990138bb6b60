-- Asks for the next version of the report, with an entry in the audit log: the public log's next run makes it. Null if there is no
-- first version yet, which is made by itself. Two who ask at once ask for the same version.
CREATE OR REPLACE FUNCTION ask_for_report(p_reason text, p_actor text, p_now timestamptz) RETURNS int4
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH made AS (SELECT count(*)::int4 AS versions FROM log_items WHERE kind = 'report')
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  SELECT p_now, p_actor, 'report.ask', 'report ' || edition_year() || ' ' || m.versions + 1, p_reason FROM made m WHERE m.versions > 0
  RETURNING split_part(subject, ' ', 3)::int4
$$;
