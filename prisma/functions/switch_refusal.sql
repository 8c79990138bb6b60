-- Why the current edition can't be archived yet, or null: open (winners are not announced, or a total is not final) and log (the public
-- log has no result at its end). An edition without votes can be left at any time.
CREATE OR REPLACE FUNCTION switch_refusal(p_now timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN NOT has_votes() THEN NULL
    WHEN coalesce(CASE WHEN EXISTS (SELECT FROM phase_times WHERE boundary = 'announced')
                       THEN (SELECT m.at FROM phase_times m WHERE m.boundary = 'announced')
                       ELSE (SELECT e.announced_at FROM editions e ORDER BY e.id DESC LIMIT 1) END > p_now, true)
      OR EXISTS (SELECT FROM categories c LEFT JOIN published_tallies p ON p.category_id = c.id WHERE p.final IS NOT TRUE) THEN 'open'
    WHEN EXISTS (SELECT FROM (SELECT max(c.size) AS size FROM log_checkpoints c) l
                  WHERE l.size IS NOT NULL
                    AND NOT EXISTS (SELECT FROM log_items i WHERE i.leaf = l.size - 1 AND i.kind = 'result')) THEN 'log'
  END
$$;
