-- An exclusion of one person stayed that of one person when a newer edition asked for two: one of them could apply it, or return its
-- votes to the count, alone. The greater of both numbers counts at each step.

-- How many people must agree to a step of an exclusion: as many as when it was proposed, and no fewer than the newest edition asks for.
CREATE FUNCTION people_needed(p_own int2) RETURNS int2
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(p_own, (SELECT e.approvals FROM editions e ORDER BY e.id DESC LIMIT 1))
$$;
REVOKE ALL ON FUNCTION people_needed(int2) FROM PUBLIC;

-- As it was, but the undo of an exclusion of one person can be proposed, too. Validated by the next migration, without a lock that
-- refuses writes.
ALTER TABLE exclusions DROP CONSTRAINT exclusions_undo_proposed;
ALTER TABLE exclusions ADD CONSTRAINT exclusions_undo_proposed CHECK (
  (undo_proposed_at IS NULL) = (undo_proposed_by IS NULL) AND (undo_proposed_at IS NULL) = (undo_reason IS NULL)
  AND (undo_proposed_at IS NULL OR applied_at IS NOT NULL)) NOT VALID;

-- propose_undo() and apply_exclusion() as they were, with people_needed().
CREATE OR REPLACE FUNCTION propose_undo(p_id int4, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE exclusions SET undo_proposed_at = p_now, undo_proposed_by = p_actor, undo_reason = p_reason
   WHERE id = p_id AND people_needed(approvals) > 1 AND applied_at IS NOT NULL AND undone_at IS NULL
     AND (undo_proposed_at IS NULL OR p_now >= undo_proposed_at + interval '24 hours');
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'exclusion.propose-undo', 'exclusion ' || p_id, p_reason);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION apply_exclusion(p_id int4, p_undo boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_nominees int4[];
  v_counts int8[];
BEGIN
  -- One exclusion at a time: which votes others hold must not change meanwhile.
  PERFORM pg_advisory_xact_lock(5203179);
  IF p_undo THEN
    UPDATE exclusions SET undone_at = greatest(p_now, applied_at), undone_by = p_actor
     WHERE id = p_id AND applied_at IS NOT NULL AND undone_at IS NULL
       AND (people_needed(approvals) = 1 OR (NOT same_person(undo_proposed_by, p_actor) AND p_now < undo_proposed_at + interval '24 hours'));
  ELSE
    UPDATE exclusions SET applied_by = p_actor,
           applied_at = greatest(p_now, (SELECT max(x.applied_at) FROM exclusions x) + interval '1 millisecond')
     WHERE id = p_id AND applied_at IS NULL AND (approved IS TRUE OR (people_needed(approvals) = 1 AND approved IS NULL))
       AND p_now < coalesce(decided_at, proposed_at) + interval '24 hours';
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT array_agg(c.nominee_id), array_agg(c.count) INTO v_nominees, v_counts
    FROM (SELECT e.nominee_id, count(*) AS count
            FROM excluded_votes e
           WHERE e.exclusion_id = p_id
             AND NOT EXISTS (SELECT FROM votes_held(p_id) h WHERE h.voter_id = e.voter_id AND h.category_id = e.category_id)
           GROUP BY e.nominee_id) c;
  PERFORM graphile_worker.add_job('notify_exclusion', json_build_object('exclusion', p_id, 'undone', p_undo),
                                  job_key => 'exclusion ' || p_id || CASE WHEN p_undo THEN ' undone' ELSE '' END, priority => 10);
  -- Votes wait only for the rest, which writes one row for each nominee.
  PERFORM stop_ballots();
  INSERT INTO excluded_tallies AS t (nominee_id, count)
  SELECT c.nominee_id, c.count FROM unnest(v_nominees, v_counts) AS c (nominee_id, count) WHERE NOT p_undo
  ON CONFLICT (nominee_id) DO UPDATE SET count = t.count + excluded.count;
  UPDATE excluded_tallies t SET count = t.count - c.count
    FROM unnest(v_nominees, v_counts) AS c (nominee_id, count) WHERE p_undo AND t.nominee_id = c.nominee_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_undo THEN 'exclusion.undo' ELSE 'exclusion.apply' END, 'exclusion ' || p_id, p_reason,
          jsonb_build_object('votes', coalesce((SELECT sum(n) FROM unnest(v_counts) n), 0)));
  RETURN true;
END $$;
