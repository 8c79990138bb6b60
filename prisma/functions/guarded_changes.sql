-- What two people agree to in an edition, compared with the newest one: [{field, before, after}], in the order of the fields. Once
-- voting has begun, every fact that changes, except those of what is new; at any time another end of voting or announcement, a later
-- opening that stops voting, fewer approvals, and the end of an embargo before the announcement. One person could otherwise exchange
-- the names of two nominees, withdraw the leader, hide the results or change the rules of the public log while people vote. The facts
-- of an edition that an earlier release published are not known, so that two people agree to any other. One person prepares next year's.
CREATE OR REPLACE FUNCTION guarded_changes(p_facts jsonb, p_approvals int2, p_embargo boolean, p_opens timestamptz, p_closes timestamptz,
                                          p_announced timestamptz, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH live AS (
    SELECT e.facts, e.approvals, e.embargo, e.announced_at FROM editions e JOIN years y ON y.year = e.year AND y.state = 'current'
     ORDER BY e.id DESC LIMIT 1
  ), times AS (
    SELECT coalesce(c.opens_at <= p_now, true) OR has_votes() AS begun,
           c.opens_at, c.closes_at, n.opens_at AS opens_after, coalesce(n.closes_at, n.announced_at) AS closes_after,
           CASE WHEN n.announced_moved THEN n.announced_at ELSE l.announced_at END AS announced_at, n.announced_at AS announced_after
      FROM live l,
           (SELECT opens_at, closes_at FROM categories LIMIT 1) c,
           (SELECT max(f.at) FILTER (WHERE f.boundary = 'opens') AS opens_at, max(f.at) FILTER (WHERE f.boundary = 'closes') AS closes_at,
                   max(f.at) FILTER (WHERE f.boundary = 'announced') AS announced_at,
                   bool_or(f.moved) FILTER (WHERE f.boundary = 'announced') AS announced_moved
              FROM (SELECT p.boundary, m.boundary IS NOT NULL AS moved, CASE WHEN m.boundary IS NULL THEN p.at ELSE m.at END AS at
                      FROM (VALUES ('opens', p_opens), ('closes', p_closes), ('announced', p_announced)) AS p (boundary, at)
                      LEFT JOIN phase_times m ON m.boundary = p.boundary) f) n
  ), changes AS (
    SELECT f.field, f.before, f.after
      FROM live l, times t,
           LATERAL (SELECT key AS field, b.value AS before, a.value AS after
                      FROM jsonb_each_text(l.facts) b FULL JOIN jsonb_each_text(p_facts) a USING (key)) f
     WHERE t.begun AND l.facts IS NOT NULL AND p_facts IS NOT NULL
       AND f.before IS DISTINCT FROM f.after AND (f.before IS NOT NULL OR was_listed(f.field))
    UNION
    SELECT 'edition', 'of an earlier release', 'of this release' FROM live l, times t WHERE t.begun AND (l.facts IS NULL OR p_facts IS NULL)
    UNION
    SELECT m.field, moment_text(m.before), moment_text(m.after)
      FROM times t,
           LATERAL (VALUES ('phases.votingOpensAt', t.opens_at, t.opens_after), ('phases.votingClosesAt', t.closes_at, t.closes_after),
                           ('phases.winnersAnnouncedAt', t.announced_at, t.announced_after)) AS m (field, before, after)
     WHERE m.before IS DISTINCT FROM m.after
       AND (t.closes_at IS DISTINCT FROM t.closes_after OR t.announced_at IS DISTINCT FROM t.announced_after
            OR opening_stops_votes(t.opens_at, t.opens_after, p_now))
    UNION
    SELECT 'approvals', l.approvals::text, p_approvals::text FROM live l WHERE p_approvals < l.approvals
    UNION
    SELECT 'results.staff', 'embargo', 'open' FROM live l, times t
     WHERE l.embargo AND NOT p_embargo AND coalesce(t.announced_at > p_now, true)
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('field', field, 'before', coalesce(before, 'none'), 'after', coalesce(after, 'none'))
                            ORDER BY field), '[]')
    FROM changes
$$;
