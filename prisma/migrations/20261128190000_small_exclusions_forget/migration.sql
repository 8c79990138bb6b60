-- The votes of fewer than five people with a domain of mail, a network or the beginning of a number tell how a person voted. Once one
-- of these people is erased, the exclusion forgets the values of such criteria: an empty list matches nobody.
CREATE FUNCTION without_values(p_selection jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_object_agg(c.key, CASE WHEN c.key IN ('networks', 'numbers', 'timeZones', 'userAgents', 'mailDomains') THEN '[]' ELSE c.value END)
    FROM jsonb_each(p_selection) c
$$;
REVOKE ALL ON FUNCTION without_values(jsonb) FROM PUBLIC;

-- forget_selected_account() as it was, and it forgets these values.
CREATE OR REPLACE FUNCTION forget_selected_account(p_account uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- propose_exclusion() shares this lock: it sees the erasure, or the erasure sees its row.
  PERFORM pg_advisory_xact_lock(5203194);
  UPDATE exclusions x
     SET selection = jsonb_set(x.selection, '{accounts}', (
           SELECT jsonb_agg(CASE WHEN a.id::uuid = p_account THEN '00000000-0000-0000-0000-000000000000' ELSE a.id END ORDER BY a.place)
             FROM jsonb_array_elements_text(x.selection -> 'accounts') WITH ORDINALITY AS a (id, place)))
   WHERE EXISTS (SELECT FROM jsonb_array_elements_text(x.selection -> 'accounts') AS a (id) WHERE a.id::uuid = p_account);
  UPDATE exclusions x
     SET selection = without_values(x.selection)
   WHERE x.voters < 5
     AND x.selection <> without_values(x.selection)
     AND EXISTS (SELECT FROM accounts a JOIN excluded_votes e ON e.voter_id = a.voter_id WHERE a.id = p_account AND e.exclusion_id = x.id);
END $$;

DO $$
DECLARE
  v_function text := pg_get_functiondef('propose_exclusion(jsonb, jsonb, text, text, int2, text, timestamptz)'::regprocedure);
  v_lock CONSTANT text := 'PERFORM pg_advisory_xact_lock_shared(5203194);';
BEGIN
  EXECUTE replace(v_function, format('IF p_selection ? ''accounts'' THEN %s END IF;', v_lock), v_lock);
END $$;

-- The people who were erased before.
UPDATE exclusions x
   SET selection = without_values(x.selection)
 WHERE x.voters < 5
   AND x.selection <> without_values(x.selection)
   AND EXISTS (SELECT FROM excluded_votes e WHERE e.exclusion_id = x.id AND NOT EXISTS (SELECT FROM accounts a WHERE a.voter_id = e.voter_id));
