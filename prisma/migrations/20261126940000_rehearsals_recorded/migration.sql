-- A preview of a selection that names people shows how they voted, and stores nothing. This function records it: how many people,
-- and the accounts of the first hundred, those with votes first. A selection that names nobody is not recorded.
CREATE FUNCTION record_rehearsal(p_selection jsonb, p_actor text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH asked AS MATERIALIZED (
    SELECT x.id::uuid AS account_id, a.voter_id
      FROM jsonb_array_elements_text(p_selection -> 'accounts') x(id) LEFT JOIN accounts a ON a.id = x.id::uuid
     UNION
    SELECT a.id, x.id::uuid
      FROM jsonb_array_elements_text(p_selection -> 'voters') x(id) LEFT JOIN accounts a ON a.voter_id = x.id::uuid)
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'exclusion.rehearse', n.people || CASE n.people WHEN 1 THEN ' account' ELSE ' accounts' END, p_reason,
         jsonb_build_object('accounts', n.ids)
    FROM (SELECT (SELECT count(*) FROM asked) AS people,
                 (SELECT coalesce(string_agg(f.account_id::text, ', '), '')
                    FROM (SELECT q.account_id FROM asked q WHERE q.account_id IS NOT NULL
                           ORDER BY EXISTS (SELECT FROM votes v WHERE v.voter_id = q.voter_id) DESC, q.account_id
                           LIMIT 100) f) AS ids) n
   WHERE n.people > 0;
$$;
REVOKE ALL ON FUNCTION record_rehearsal(jsonb, text, text, timestamptz) FROM PUBLIC;
