-- Between which moments votes count: as the edition's files say (the parameters), unless an organiser moved them. Without a
-- closing time voting lasts until the winners are announced. For the owner: the import, and move_phases().
CREATE OR REPLACE FUNCTION apply_phase_times(p_opens timestamptz, p_closes timestamptz, p_announced timestamptz) RETURNS void
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE categories c SET opens_at = t.opens_at, closes_at = t.closes_at
    FROM (SELECT max(e.at) FILTER (WHERE e.boundary = 'opens') AS opens_at,
                 coalesce(max(e.at) FILTER (WHERE e.boundary = 'closes'),
                          max(e.at) FILTER (WHERE e.boundary = 'announced')) AS closes_at
            FROM (SELECT f.boundary, CASE WHEN m.boundary IS NULL THEN f.at ELSE m.at END AS at
                    FROM (VALUES ('opens', p_opens), ('closes', p_closes), ('announced', p_announced)) AS f (boundary, at)
                    LEFT JOIN phase_times m ON m.boundary = f.boundary) e) t
   WHERE (c.opens_at, c.closes_at) IS DISTINCT FROM (t.opens_at, t.closes_at)
$$;
