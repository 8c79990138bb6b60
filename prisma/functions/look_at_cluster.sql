-- Records in the audit log that somebody opened a cluster, or revealed its people. The same person opening it again within ten minutes adds
-- nothing. False if there is no such cluster.
CREATE OR REPLACE FUNCTION look_at_cluster(p_id int4, p_reveal boolean, p_reason text, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_people int4 := (SELECT c.people FROM clusters c WHERE c.id = p_id AND c.year = edition_year());
BEGIN
  IF v_people IS NULL THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, CASE WHEN p_reveal THEN 'cluster.reveal' ELSE 'cluster.look' END, 'cluster ' || p_id, p_reason, jsonb_build_object('people', v_people)
   WHERE p_reveal OR NOT EXISTS (
     SELECT FROM audit_entries e WHERE e.actor = p_actor AND e.action = 'cluster.look' AND e.subject = 'cluster ' || p_id AND e.at > p_now - interval '10 minutes');
  RETURN true;
END $$;
