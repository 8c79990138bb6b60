-- Proposes to undo an exclusion where two people must agree (see people_needed). A proposal ends after 24 hours. False if that is not
-- possible.
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
