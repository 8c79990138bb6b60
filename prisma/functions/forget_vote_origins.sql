-- Deletes up to 50,000 origins of votes that were cast before an announcement which is 90 days ago, and as many traits of accounts that
-- were noted before it, and returns how many it deleted.
-- A time that is removed keeps none. An earlier version was announced if no later one of its year was published before its announcement.
CREATE OR REPLACE FUNCTION forget_vote_origins(p_now timestamptz) RETURNS int4
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_announced timestamptz;
  v_deleted int4;
  v_traits int4;
BEGIN
  SELECT max(a.at) INTO v_announced
    FROM (SELECT e.announced_at AS at
            FROM (SELECT announced_at, year, lead(imported_at) OVER (PARTITION BY year ORDER BY id) AS until FROM all_editions) e
           WHERE CASE WHEN e.until IS NULL
                      THEN NOT EXISTS (SELECT FROM all_phase_times m WHERE m.year = e.year AND m.boundary = 'announced' AND m.at IS NOT NULL)
                      ELSE e.announced_at <= e.until END
           UNION ALL
          SELECT m.at FROM all_phase_times m WHERE m.boundary = 'announced') a
   WHERE p_now >= a.at + interval '2160 hours';
  IF v_announced IS NULL THEN RETURN 0; END IF;
  DELETE FROM vote_origin_batches b
   WHERE NOT EXISTS (SELECT FROM string_to_table(b.origins, chr(10)) line
                      WHERE to_timestamp(split_part(line, ',', 3)::float8 * 60) > v_announced);
  DELETE FROM vote_origins WHERE ctid = ANY (ARRAY(SELECT ctid FROM vote_origins WHERE minute <= v_announced LIMIT 50000));
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  DELETE FROM account_traits WHERE ctid = ANY (ARRAY(SELECT ctid FROM account_traits WHERE noted_at <= v_announced LIMIT 50000));
  GET DIAGNOSTICS v_traits = ROW_COUNT;
  -- The counts stay for the record: how many groups were looked at, and what became of them.
  DELETE FROM cluster_members m USING clusters c WHERE c.id = m.cluster_id AND c.seen_at <= v_announced;
  RETURN v_deleted + v_traits;
END $$;
