-- Publishes each category that is due, and returns what is published: one total of the votes that count for each nominee, the same
-- for every caller. A category is due when it was never published; while people vote, after p_seconds and p_votes new votes (ballot
-- secrecy: fewer would show how few people voted); once voting is over (p_final), whenever a vote is missing. What counts is the sum
-- of the differences between the published and the current totals of its nominees, so that a change of fewer than p_votes votes
-- stays unpublished while people vote, whatever its cause, also a change of the exclusions.
-- p_at is the database's clock, so that callers whose own clocks differ share one pace. Whole seconds count: a caller that
-- comes a few milliseconds earlier in its second than the last one did does not miss it. A clock that went back by more than
-- the pace publishes at once, instead of not for as long as it went back.
CREATE OR REPLACE FUNCTION publish_tallies(p_at timestamptz, p_seconds int4, p_votes int4, p_final boolean)
RETURNS TABLE (nominee_id int4, count int8)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  -- One publisher at a time: the statement below sees what the one before it published.
  PERFORM pg_advisory_xact_lock(5203178);
  INSERT INTO published_tallies AS p (category_id, counts, votes, final, published_at)
  SELECT t.category_id, t.counts, t.votes, p_final, p_at
    FROM (SELECT c.id AS category_id,
                 coalesce(jsonb_object_agg(n.id, s.count) FILTER (WHERE s.count > 0), '{}') AS counts,
                 coalesce(sum(s.count), 0)::int8 AS votes
            FROM categories c
            LEFT JOIN nominees n ON n.category_id = c.id
            LEFT JOIN counted_totals s ON s.nominee_id = n.id
           GROUP BY c.id) t
    LEFT JOIN published_tallies last ON last.category_id = t.category_id
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(abs(coalesce((t.counts ->> k)::int8, 0) - coalesce((last.counts ->> k)::int8, 0))), 0) AS changes
        FROM jsonb_object_keys(last.counts || t.counts) k) d ON last.category_id IS NOT NULL AND t.counts <> last.counts
   WHERE last.category_id IS NULL
      OR (p_final AND (t.counts <> last.counts OR NOT last.final))
      OR (NOT p_final AND d.changes >= greatest(p_votes, 1)
          AND (floor(extract(epoch FROM p_at)) - floor(extract(epoch FROM last.published_at)) >= p_seconds
               OR p_at < last.published_at - make_interval(secs => p_seconds)))
  ON CONFLICT (category_id) DO UPDATE
    SET counts = excluded.counts, votes = excluded.votes, final = excluded.final, published_at = excluded.published_at;
  RETURN QUERY SELECT e.key::int4, e.value::int8 FROM categories c JOIN published_tallies p ON p.category_id = c.id, jsonb_each_text(p.counts) e;
END $fn$;
