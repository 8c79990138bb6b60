-- move_phases() where two people may have to agree: while the edition asks for it, the end of voting and the announcement move
-- by an approved proposal only, which is used up, and so does an opening that stops votes. Refused with SQLSTATE LA002 otherwise.
-- Without a closing time voting ends with the announcement, as for publish_edition(): a closing time at the announcement moves
-- nothing.
CREATE OR REPLACE FUNCTION move_phases_agreed(p_proposal int4, p_boundary text[], p_at timestamptz[], p_opens timestamptz, p_closes timestamptz,
                                   p_announced timestamptz, p_actor text, p_reason text, p_detail jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_same boolean;
BEGIN
  PERFORM stop_ballots();
  IF p_proposal IS NOT NULL THEN
    UPDATE phase_proposals SET applied_at = p_now
     WHERE id = p_proposal AND approved AND applied_at IS NULL AND p_now < proposed_at + interval '24 hours';
    IF NOT FOUND THEN RAISE EXCEPTION 'proposal % is not approved', p_proposal USING ERRCODE = 'LA002'; END IF;
  ELSIF (SELECT e.approvals FROM editions e ORDER BY e.id DESC LIMIT 1) = 2 THEN
    WITH t AS (
      SELECT f.boundary, CASE WHEN o.boundary IS NULL THEN f.at ELSE o.at END AS before,
             CASE WHEN n.boundary IS NULL THEN f.at ELSE n.at END AS after
        FROM (VALUES ('opens', p_opens), ('closes', p_closes), ('announced', p_announced)) AS f (boundary, at)
        LEFT JOIN phase_times o ON o.boundary = f.boundary
        LEFT JOIN unnest(p_boundary, p_at) AS n (boundary, at) ON n.boundary = f.boundary)
    SELECT NOT opening_stops_votes(o.before, o.after, p_now) AND a.before IS NOT DISTINCT FROM a.after
           AND coalesce(c.before, a.before) IS NOT DISTINCT FROM coalesce(c.after, a.after) INTO v_same
      FROM t o, t c, t a
     WHERE o.boundary = 'opens' AND c.boundary = 'closes' AND a.boundary = 'announced';
    IF NOT v_same THEN RAISE EXCEPTION 'a second person must agree' USING ERRCODE = 'LA002'; END IF;
  END IF;
  PERFORM move_phases(p_boundary, p_at, p_opens, p_closes, p_announced, p_actor, p_reason, p_detail, p_now);
END $$;
