-- Why the current edition can't be archived yet, or null: open (winners are not announced, or a total is not final) and log (the public
-- log has no result of all votes and exclusions in it, or no report; times and versions may follow them). An edition without votes can be left at any
-- time.
CREATE OR REPLACE FUNCTION switch_refusal(p_now timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN NOT has_votes() THEN NULL
    WHEN coalesce(CASE WHEN EXISTS (SELECT FROM phase_times WHERE boundary = 'announced')
                       THEN (SELECT m.at FROM phase_times m WHERE m.boundary = 'announced')
                       ELSE (SELECT e.announced_at FROM editions e ORDER BY e.id DESC LIMIT 1) END > p_now, true)
      OR EXISTS (SELECT FROM categories c LEFT JOIN published_tallies p ON p.category_id = c.id WHERE p.final IS NOT TRUE) THEN 'open'
    WHEN EXISTS (SELECT FROM log_checkpoints)
     AND NOT EXISTS (SELECT FROM log_items r WHERE r.kind = 'result'
                      AND NOT EXISTS (SELECT FROM log_items e WHERE e.kind = 'exclusion' AND e.leaf > r.leaf)
                      AND NOT EXISTS (SELECT FROM log_votes v WHERE v.leaf > r.leaf)
                      AND EXISTS (SELECT FROM log_items p WHERE p.kind = 'report')) THEN 'log'
  END
$$;
