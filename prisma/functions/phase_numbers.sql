-- What a move of the phases touches: the votes since p_since, an hour ago, and the people who signed up within a day and can't
-- vote yet. Whole minutes whose votes are settled come from the activity; all others are found by the times of their rows, so
-- that a million accounts make no difference. Whoever signed up since a time has proven nothing before it. One pass over each
-- table: looking each person up took ten times as long, and one process leaves the other cores to the votes.
CREATE OR REPLACE FUNCTION phase_numbers(p_since timestamptz) RETURNS TABLE (votes int8, unfinished int8)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET enable_nestloop = off SET max_parallel_workers_per_gather = 0
SET timezone = 'UTC' SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_whole timestamptz := date_trunc('minute', p_since + interval '1 minute' - interval '1 microsecond');
  v_settled timestamptz := greatest(v_whole, (SELECT settled_until FROM activity_progress));
  v_day timestamptz := p_since - interval '23 hours';
BEGIN
  votes := (SELECT count(*) FROM votes v WHERE v.cast_at >= p_since AND v.cast_at < v_whole)
         + (SELECT coalesce(sum(count), 0) FROM activity a WHERE a.kind = 'votes' AND a.minute >= v_whole AND a.minute < v_settled)
         + (SELECT count(*) FROM votes v WHERE v.cast_at >= v_settled);
  unfinished := (SELECT count(*) - count(l.account_id) FROM accounts a
                   LEFT JOIN (SELECT p.account_id FROM phone_verifications p
                               WHERE p.revoked_at IS NULL AND p.verified_at >= v_day
                                 AND EXISTS (SELECT FROM social_links s WHERE s.account_id = p.account_id AND s.revoked_at IS NULL AND s.verified_at >= v_day)) l
                     ON l.account_id = a.id AND a.email_verified_at IS NOT NULL AND a.totp_confirmed_at IS NOT NULL
                  WHERE a.created_at >= v_day AND a.erased_at IS NULL AND a.suspended_at IS NULL);
  RETURN NEXT;
END $$;
