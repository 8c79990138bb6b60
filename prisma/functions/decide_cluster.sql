-- Watches a cluster, sets it aside or opens it again, with its entry in the audit log. False if there is none.
CREATE OR REPLACE FUNCTION decide_cluster(p_id int4, p_state text, p_why text, p_reason text, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_people int4;
BEGIN
  -- Not while a search stores: it could take the cluster for one that nobody decided about.
  PERFORM pg_advisory_xact_lock(5203195);
  UPDATE clusters SET state = p_state, why = p_why, reason = p_reason, decided_at = p_now, decided_by = p_actor, decided_people = people
   WHERE id = p_id AND year = edition_year() RETURNING people INTO v_people;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'cluster.decide', 'cluster ' || p_id, p_reason, jsonb_build_object('state', p_state, 'people', v_people, 'why', p_why));
  RETURN true;
END $$;
