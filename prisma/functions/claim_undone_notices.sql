-- The same for an undone exclusion: everybody who was told of it, once. still_held says whether another applied exclusion
-- holds some of the same votes.
CREATE OR REPLACE FUNCTION claim_undone_notices(p_exclusion int4, p_after uuid, p_limit int4, p_now timestamptz)
RETURNS TABLE (account_id uuid, name text, email text, language text, still_held boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  PERFORM FROM all_exclusions x WHERE x.id = p_exclusion AND x.undone_at IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
  WITH page AS MATERIALIZED (
    SELECT n.account_id FROM exclusion_notices n
     WHERE n.exclusion_id = p_exclusion AND n.account_id > p_after ORDER BY n.account_id LIMIT p_limit
  ), told AS (
    UPDATE exclusion_notices n SET undone_sent_at = p_now FROM page
     WHERE n.exclusion_id = p_exclusion AND n.account_id = page.account_id AND n.undone_sent_at IS NULL
    RETURNING n.account_id
  )
  SELECT page.account_id, a.name, a.email, a.language,
         EXISTS (SELECT FROM excluded_votes e
                   JOIN excluded_votes o ON o.voter_id = e.voter_id AND o.category_id = e.category_id AND o.exclusion_id <> p_exclusion
                   JOIN exclusions x ON x.id = o.exclusion_id AND x.applied_at IS NOT NULL AND x.undone_at IS NULL
                  WHERE e.exclusion_id = p_exclusion AND e.voter_id = a.voter_id)
    FROM page LEFT JOIN (told JOIN accounts a ON a.id = told.account_id AND a.erased_at IS NULL) ON a.id = page.account_id
   ORDER BY page.account_id;
END $fn$;
