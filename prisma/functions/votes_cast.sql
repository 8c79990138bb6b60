-- The counted votes of the edition since a moment, with their networks: those that an exclusion holds are decided. Runs as its owner: the application must not read the origins.
CREATE OR REPLACE FUNCTION votes_cast(p_since timestamptz)
RETURNS TABLE (voter uuid, category int2, nominee int4, at timestamptz, network text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT v.voter_id, v.category_id, v.nominee_id, v.cast_at, host(o.network)
    FROM votes v
    JOIN categories c ON c.id = v.category_id
    LEFT JOIN vote_origins o ON o.voter_id = v.voter_id AND o.category_id = v.category_id
   WHERE v.cast_at >= p_since
     AND (v.voter_id, v.category_id) NOT IN (SELECT h.voter_id, h.category_id FROM votes_held(0) h)
   ORDER BY v.cast_at, v.voter_id, v.category_id
$$;
