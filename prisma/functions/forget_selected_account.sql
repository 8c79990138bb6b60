-- Takes an account's id out of the selections of exclusions, which name it beside the random id of its votes. A fixed id takes its
-- place, so that the selection keeps its criteria, and matches nobody by them. An exclusion of fewer than five people also forgets
-- the values of its criteria: see without_values().
CREATE OR REPLACE FUNCTION forget_selected_account(p_account uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- propose_exclusion() shares this lock: it sees the erasure, or the erasure sees its row.
  PERFORM pg_advisory_xact_lock(5203194);
  UPDATE all_exclusions x
     SET selection = jsonb_set(x.selection, '{accounts}', (
           SELECT jsonb_agg(CASE WHEN a.id::uuid = p_account THEN '00000000-0000-0000-0000-000000000000' ELSE a.id END ORDER BY a.place)
             FROM jsonb_array_elements_text(x.selection -> 'accounts') WITH ORDINALITY AS a (id, place)))
   WHERE EXISTS (SELECT FROM jsonb_array_elements_text(x.selection -> 'accounts') AS a (id) WHERE a.id::uuid = p_account);
  UPDATE all_exclusions x
     SET selection = without_values(x.selection)
   WHERE x.voters < 5
     AND x.selection <> without_values(x.selection)
     AND EXISTS (SELECT FROM excluded_votes e
                  WHERE e.exclusion_id = x.id
                    AND e.voter_id IN (SELECT v.voter_id FROM voter_ids v WHERE v.account_id = p_account));
END $$;
