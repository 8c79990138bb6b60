-- Two people agree to leave votes out, and one of them could return these votes to the count alone. With approvals 2 a person
-- proposes the undo, and another one undoes it within 24 hours.
-- AlterTable
ALTER TABLE "exclusions" ADD COLUMN     "undo_proposed_at" TIMESTAMPTZ(3),
ADD COLUMN     "undo_proposed_by" TEXT,
ADD COLUMN     "undo_reason" TEXT;

-- Validated by the next migration, without a lock that refuses writes.
ALTER TABLE exclusions ADD CONSTRAINT exclusions_undo_proposed CHECK (
  (undo_proposed_at IS NULL) = (undo_proposed_by IS NULL) AND (undo_proposed_at IS NULL) = (undo_reason IS NULL)
  AND (undo_proposed_at IS NULL OR (applied_at IS NOT NULL AND approvals > 1))) NOT VALID;

-- Proposes to undo an exclusion that two people agreed to. A proposal ends after 24 hours. False if that is not possible.
CREATE FUNCTION propose_undo(p_id int4, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE exclusions SET undo_proposed_at = p_now, undo_proposed_by = p_actor, undo_reason = p_reason
   WHERE id = p_id AND approvals > 1 AND applied_at IS NOT NULL AND undone_at IS NULL
     AND (undo_proposed_at IS NULL OR p_now >= undo_proposed_at + interval '24 hours');
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'exclusion.propose-undo', 'exclusion ' || p_id, p_reason);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION propose_undo(int4, text, text, timestamptz) FROM PUBLIC;

-- apply_exclusion() as it was, and an exclusion that two people agreed to is undone by another person than the one who proposed it.
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
       AND (approvals = 1 OR (NOT same_person(undo_proposed_by, p_actor) AND p_now < undo_proposed_at + interval '24 hours'));
  ELSE
    UPDATE exclusions SET applied_by = p_actor,
           applied_at = greatest(p_now, (SELECT max(x.applied_at) FROM exclusions x) + interval '1 millisecond')
     WHERE id = p_id AND applied_at IS NULL AND (approved IS TRUE OR (approvals = 1 AND approved IS NULL))
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
