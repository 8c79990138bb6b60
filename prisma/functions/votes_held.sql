-- The votes that at least one applied exclusion holds, except those that only p_except holds.
CREATE OR REPLACE FUNCTION votes_held(p_except int4)
RETURNS TABLE (voter_id uuid, category_id int2, nominee_id int4)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT e.voter_id, e.category_id, e.nominee_id
    FROM exclusions x
    JOIN excluded_votes e ON e.exclusion_id = x.id
   WHERE x.applied_at IS NOT NULL AND x.undone_at IS NULL AND x.id <> p_except
$$;
