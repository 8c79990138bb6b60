-- Stores a move of the phases for a second person to decide. Moves nothing.
CREATE OR REPLACE FUNCTION propose_phases(p_move jsonb, p_seen jsonb, p_numbers jsonb, p_detail jsonb, p_actor text, p_reason text, p_now timestamptz)
RETURNS int4 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
BEGIN
  INSERT INTO phase_proposals (move, seen, numbers, reason, proposed_at, proposed_by)
  VALUES (p_move, p_seen, p_numbers, p_reason, p_now, p_actor) RETURNING id INTO v_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'phase.propose', 'proposal ' || v_id, p_reason, p_detail);
  RETURN v_id;
END $$;
