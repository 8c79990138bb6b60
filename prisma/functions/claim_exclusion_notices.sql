-- The next p_limit people of an applied exclusion after p_after, in the order of their random ids. Those who can get a mail and
-- were sent none are noted as told, and returned with their account. No row if nobody is left, or the exclusion was undone.
CREATE OR REPLACE FUNCTION claim_exclusion_notices(p_exclusion int4, p_after uuid, p_limit int4, p_now timestamptz)
RETURNS TABLE (voter_id uuid, account_id uuid, name text, email text, language text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  -- An undo waits for this transaction, so that it finds everybody who was told.
  PERFORM FROM all_exclusions x WHERE x.id = p_exclusion AND x.applied_at IS NOT NULL AND x.undone_at IS NULL FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
  WITH page AS MATERIALIZED (
    SELECT DISTINCT e.voter_id FROM excluded_votes e
     WHERE e.exclusion_id = p_exclusion AND e.voter_id > p_after ORDER BY e.voter_id LIMIT p_limit
  ), people AS MATERIALIZED (
    -- Locked, so that somebody who is erased meanwhile is left out.
    SELECT a.id, v.voter_id, a.name, a.email, a.language
      FROM page JOIN voter_ids v ON v.voter_id = page.voter_id JOIN accounts a ON a.id = v.account_id
     WHERE a.erased_at IS NULL AND a.email_verified_at IS NOT NULL FOR KEY SHARE OF a
  ), told AS (
    INSERT INTO exclusion_notices (exclusion_id, account_id, sent_at) SELECT p_exclusion, p.id, p_now FROM people p
    ON CONFLICT DO NOTHING RETURNING exclusion_notices.account_id
  )
  SELECT page.voter_id, p.id, p.name, p.email, p.language
    FROM page LEFT JOIN (told JOIN people p ON p.id = told.account_id) ON p.voter_id = page.voter_id
   ORDER BY page.voter_id;
END $fn$;
