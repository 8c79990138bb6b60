-- The votes that an exclusion holds, in the order of the voters' random ids, for a file. The reading is recorded.
CREATE OR REPLACE FUNCTION export_exclusion(p_id int4, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (voter_id uuid, nomination text, niche text, company text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'exclusion.export', 'exclusion ' || x.id, p_reason, jsonb_build_object('votes', x.votes)
    FROM exclusions x WHERE x.id = p_id;
  RETURN QUERY
  SELECT e.voter_id, c.nomination, c.niche, n.company
    FROM excluded_votes e JOIN nominees n ON n.id = e.nominee_id JOIN categories c ON c.id = e.category_id
   WHERE e.exclusion_id = p_id ORDER BY e.voter_id, c.id;
END $fn$;
