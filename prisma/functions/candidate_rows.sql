-- What a step of an organiser may change of candidates and entries, by their ids.
CREATE OR REPLACE FUNCTION candidate_rows(p_candidates int4[], p_entries uuid[]) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object(
    'candidates', (SELECT coalesce(jsonb_object_agg(c.id, jsonb_build_object('category', c.category_id, 'state', c.state, 'reason', c.reason)), '{}')
                     FROM candidates c WHERE c.id = ANY (p_candidates)),
    'entries', (SELECT coalesce(jsonb_object_agg(e.id, e.candidate_id), '{}') FROM entries e WHERE e.id = ANY (p_entries)))
$$;
