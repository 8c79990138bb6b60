-- Applies an exclusion, or undoes it (p_undo). Its votes leave the count, or return to it, unless another applied exclusion holds
-- them. A proposal can be applied for 24 hours, counted from its approval if it needs one; one that two people agreed to is undone
-- by another person than the one who proposed that. False if not possible. It also queues the mails to the people concerned: one
-- job, which another one follows for each group of people, so that the number of people does not hold up this transaction.
-- Exclusions are applied in the order of their commits: p_now was read before the lock was waited for, and by several processes.
-- Decisions are published in groups by this order. One that came before another of a published group would change the groups,
-- and show how many votes of a small one were left out.
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
