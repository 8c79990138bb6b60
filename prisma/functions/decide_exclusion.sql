-- Approves or refuses a proposal, as a person other than its proposer, within 24 hours. False if that is not possible.
CREATE OR REPLACE FUNCTION decide_exclusion(p_id int4, p_approve boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE exclusions SET approved = p_approve, decided_at = p_now, decided_by = p_actor
   WHERE id = p_id AND approved IS NULL AND applied_at IS NULL AND NOT same_person(proposed_by, p_actor)
     AND p_now < proposed_at + interval '24 hours';
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, CASE WHEN p_approve THEN 'exclusion.approve' ELSE 'exclusion.refuse' END, 'exclusion ' || p_id, p_reason);
  RETURN true;
END $$;
