-- Moving the opening of a vote that has begun into the future stops it, like moving its end: two people must agree to that, too.

-- Whether voting has begun by one opening and has not by another; null is no opening, with which voting is open.
CREATE FUNCTION opening_stops_votes(p_before timestamptz, p_after timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_before <= p_now, true) AND coalesce(p_after > p_now, false)
$$;
REVOKE ALL ON FUNCTION opening_stops_votes(timestamptz, timestamptz, timestamptz) FROM PUBLIC;

-- publish_edition() as it was, and with this rule.
CREATE OR REPLACE FUNCTION publish_edition(p_manifest jsonb, p_digest text, p_year int4, p_approvals int2, p_embargo boolean, p_nominations text[],
                                p_niches text[], p_companies text[], p_opens timestamptz, p_closes timestamptz, p_announced timestamptz, p_source text,
                                p_expected int4, p_withdraw boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_newest int4;
  v_id int4;
  v_digest text;
  v_approvals int2;
  v_embargo boolean;
  v_gone_votes int8;
  v_changes jsonb;
  v_all_opens timestamptz[];
  v_all_closes timestamptz[];
  v_announced_before timestamptz;
  v_before record;
  v_after record;
  v_moved boolean;
  v_ends_moved boolean;
  v_alone boolean;
  v_moments jsonb := '{}';
BEGIN
  PERFORM stop_ballots();
  SELECT e.id, e.digest, e.approvals, coalesce(e.embargo, false), e.announced_at
    INTO v_newest, v_digest, v_approvals, v_embargo, v_announced_before
    FROM editions e ORDER BY e.id DESC LIMIT 1;
  IF p_expected IS DISTINCT FROM v_newest AND p_expected IS NOT NULL THEN
    PERFORM refuse_edition('changed', jsonb_build_object('newest', v_newest));
  END IF;
  IF v_newest IS NULL THEN v_announced_before := p_announced; END IF;
  IF EXISTS (SELECT FROM phase_times WHERE boundary = 'announced') THEN
    SELECT at INTO v_announced_before FROM phase_times WHERE boundary = 'announced';
  END IF;
  v_embargo := v_embargo AND (v_announced_before IS NULL OR v_announced_before > p_now);
  SELECT array_agg(c.opens_at), array_agg(c.closes_at) INTO v_all_opens, v_all_closes
    FROM (SELECT DISTINCT opens_at, closes_at FROM categories) c;
  v_changes := apply_nominees(p_nominations, p_niches, p_companies, p_now);
  v_gone_votes := v_changes -> 'gone_votes';
  v_changes := v_changes - 'gone_votes';
  PERFORM apply_phase_times(p_opens, p_closes, p_announced);
  SELECT c.opens_at, c.closes_at,
         CASE WHEN EXISTS (SELECT FROM phase_times WHERE boundary = 'announced') THEN v_announced_before ELSE p_announced END AS announced_at
    INTO v_after FROM categories c LIMIT 1;
  -- Before the first import there are no times.
  SELECT t.opens_at, t.closes_at INTO v_before
    FROM unnest(v_all_opens, v_all_closes) AS t (opens_at, closes_at)
   WHERE t.opens_at IS DISTINCT FROM v_after.opens_at OR t.closes_at IS DISTINCT FROM v_after.closes_at
      OR v_announced_before IS DISTINCT FROM v_after.announced_at LIMIT 1;
  v_moved := FOUND;
  v_ends_moved := v_moved AND (v_before.closes_at IS DISTINCT FROM v_after.closes_at OR v_announced_before IS DISTINCT FROM v_after.announced_at
                               OR opening_stops_votes(v_before.opens_at, v_after.opens_at, p_now));
  IF v_after.opens_at >= v_after.closes_at THEN
    PERFORM refuse_edition('order', phase_moments(v_after.opens_at, v_after.closes_at, NULL));
  ELSIF v_after.closes_at > v_after.announced_at THEN
    PERFORM refuse_edition('order', phase_moments(NULL, v_after.closes_at, v_after.announced_at));
  ELSIF v_moved AND v_after.closes_at <= p_now AND v_before.closes_at IS DISTINCT FROM v_after.closes_at THEN
    -- Votes were accepted by the old times until now.
    PERFORM refuse_edition('past', phase_moments(NULL, v_after.closes_at, NULL));
  END IF;
  IF v_moved THEN
    v_moments := jsonb_build_object(
      'before', phase_moments(v_before.opens_at, v_before.closes_at, v_announced_before),
      'after', phase_moments(v_after.opens_at, v_after.closes_at, v_after.announced_at));
  END IF;
  IF v_changes -> 'gone' <> '[]' AND NOT p_withdraw THEN
    PERFORM refuse_edition('withdraws', v_changes);
  ELSIF p_reason IS NULL AND (v_changes -> 'gone' <> '[]' OR v_moved) THEN
    PERFORM refuse_edition('reason', v_changes || v_moments);
  END IF;
  v_alone := v_approvals = 2 AND (v_ends_moved OR p_approvals < 2 OR (v_embargo AND NOT p_embargo));
  IF v_alone AND NOT pg_has_role(session_user, current_user, 'MEMBER') THEN
    PERFORM refuse_edition('second_person', v_moments);
  END IF;

  v_id := v_newest;
  IF v_digest IS DISTINCT FROM p_digest OR v_moved
     OR (v_changes ->> 'added')::int4 + (v_changes ->> 'withdrawn')::int4 + (v_changes ->> 'restored')::int4 > 0 THEN
    INSERT INTO editions (imported_at, imported_by, reason, announced_at, digest, approvals, embargo, manifest, files)
    VALUES (p_now, p_actor, p_reason, p_announced, p_digest, p_approvals, p_embargo, p_manifest, edition_contents(p_manifest)) RETURNING id INTO v_id;
    -- Processes read the files of the newest edition there; those of older ones are stored once, by their manifests.
    UPDATE editions SET files = '{}' WHERE id <> v_id AND manifest IS NOT NULL AND files <> '{}';
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (p_now, p_actor, 'edition.import', p_year::text, p_reason,
            v_changes - 'gone' || jsonb_build_object('digest', p_digest)
            || CASE WHEN p_source IS NULL THEN '{}' ELSE jsonb_build_object('source', p_source) END
            || CASE WHEN v_embargo OR v_gone_votes = 0 THEN '{}' ELSE jsonb_build_object('votesWithdrawn', v_gone_votes) END
            || CASE WHEN v_alone THEN '{"oneOfTwoPeople": true}' ELSE '{}' END::jsonb
            || CASE WHEN NOT v_moved THEN '{}' ELSE jsonb_build_object(
                 'opensBefore', moment_text(v_before.opens_at), 'opens', moment_text(v_after.opens_at),
                 'closesBefore', moment_text(v_before.closes_at), 'closes', moment_text(v_after.closes_at),
                 'announcedBefore', moment_text(v_announced_before), 'announced', moment_text(v_after.announced_at)) END);
  ELSE
    -- Imported by a release that did not store it.
    UPDATE editions SET approvals = coalesce(approvals, p_approvals), embargo = p_embargo WHERE id = v_newest AND embargo IS NULL;
  END IF;
  RETURN v_changes || v_moments || jsonb_build_object('id', v_id, 'changed', v_id IS DISTINCT FROM v_newest);
END $$;

-- move_phases_agreed() as it was, and with this rule.
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
    SELECT bool_and(CASE WHEN t.boundary = 'opens' THEN NOT opening_stops_votes(t.before, t.after, p_now)
                                  ELSE t.before IS NOT DISTINCT FROM t.after END) INTO v_same
      FROM (SELECT f.boundary, CASE WHEN o.boundary IS NULL THEN f.at ELSE o.at END AS before,
                   CASE WHEN n.boundary IS NULL THEN f.at ELSE n.at END AS after
              FROM (VALUES ('opens', p_opens), ('closes', p_closes), ('announced', p_announced)) AS f (boundary, at)
              LEFT JOIN phase_times o ON o.boundary = f.boundary
              LEFT JOIN unnest(p_boundary, p_at) AS n (boundary, at) ON n.boundary = f.boundary) t;
    IF NOT v_same THEN RAISE EXCEPTION 'a second person must agree' USING ERRCODE = 'LA002'; END IF;
  END IF;
  PERFORM move_phases(p_boundary, p_at, p_opens, p_closes, p_announced, p_actor, p_reason, p_detail, p_now);
END $$;
