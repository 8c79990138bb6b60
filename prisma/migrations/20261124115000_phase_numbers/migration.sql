-- What a move of the phases touches: the votes since p_since, an hour ago, and the people who signed up within a day and can't
-- vote yet. Both are found by the times of their rows, so that a million accounts make no difference.
CREATE OR REPLACE FUNCTION phase_numbers(p_since timestamptz) RETURNS TABLE (votes int8, unfinished int8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*) FROM votes v WHERE v.cast_at >= p_since),
         -- OFFSET 0: each account is looked up by its key; a join would read all accounts.
         (SELECT count(*) FROM accounts a
            LEFT JOIN LATERAL (SELECT * FROM voter_eligibility v WHERE v.account_id = a.id OFFSET 0) e ON true
           WHERE a.created_at >= p_since - interval '23 hours' AND a.erased_at IS NULL AND a.suspended_at IS NULL
             AND (e.email_ok AND e.two_factor_ok AND e.phone_ok AND e.social_ok) IS NOT TRUE)
$$;
