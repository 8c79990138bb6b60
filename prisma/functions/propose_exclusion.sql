-- Stores an exclusion with the votes that match its selection now, and returns its id. Changes no count. A proposal demands no fewer
-- people than the newest edition does: a process that serves an older one passes that one's number. Read after the selection, which
-- may take minutes. It waits for no import, because a lock for as long as the votes are written would stop voting: a proposal that
-- began before an edition is under the rule before it. It waits for erasures, and they for it. A preview, whose transaction is
-- rolled back, takes no number of the sequence: the public numbers of decisions have no gaps by previews.
CREATE OR REPLACE FUNCTION propose_exclusion(p_selection jsonb, p_public_reason jsonb, p_reason text, p_evidence text, p_approvals int2,
                                             p_actor text, p_now timestamptz, p_preview boolean DEFAULT false) RETURNS int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
  v_approvals int2;
  v_voters uuid[];
  v_categories int2[];
  v_nominees int4[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5203194);
  SELECT array_agg(s.voter_id), array_agg(s.category_id), array_agg(s.nominee_id) INTO v_voters, v_categories, v_nominees
    FROM selected_votes(p_selection) s;
  IF v_voters IS NULL THEN RETURN NULL; END IF;
  v_approvals := greatest(p_approvals, (SELECT e.approvals FROM editions e ORDER BY e.id DESC LIMIT 1));
  -- A negative id of this connection: previews at the same time don't wait for each other.
  v_id := CASE WHEN p_preview THEN -pg_backend_pid() ELSE nextval('exclusions_id_seq') END;
  INSERT INTO exclusions (id, selection, public_reason, reason, evidence, approvals, votes, voters, proposed_at, proposed_by)
  VALUES (v_id, p_selection, p_public_reason, p_reason, p_evidence, v_approvals, cardinality(v_voters),
          (SELECT count(DISTINCT v) FROM unnest(v_voters) v), p_now, p_actor);
  INSERT INTO excluded_votes (exclusion_id, voter_id, category_id, nominee_id)
  SELECT v_id, v.* FROM unnest(v_voters, v_categories, v_nominees) v;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'exclusion.propose', 'exclusion ' || v_id, p_reason,
         jsonb_build_object('votes', x.votes, 'voters', x.voters, 'approvals', x.approvals)
    FROM exclusions x WHERE x.id = v_id;
  RETURN v_id;
END $$;
