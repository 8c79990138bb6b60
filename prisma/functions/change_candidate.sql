-- Carries out a step on a candidate of the current edition: merge (the entries of p_other join it), split (p_entries become the new candidate
-- p_name), move (to the category p_nomination/p_niche), accept, reject, reopen. Returns the step's id; null if there is nothing to change,
-- because somebody else was faster; 0 if there is no such candidate. Steps and entries take turns.
CREATE OR REPLACE FUNCTION change_candidate(p_kind text, p_id int4, p_other int4, p_entries uuid[], p_name text, p_nomination text, p_niche text,
                                            p_reason text, p_actor text, p_now timestamptz) RETURNS int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_entries uuid[] := '{}';
  v_to int4 := p_id;
  v_before jsonb;
  v_after jsonb;
  v_step int4;
BEGIN
  PERFORM pg_advisory_xact_lock(5203200);
  IF (SELECT count(*) FROM candidates k JOIN categories c ON c.id = k.category_id WHERE k.id IN (p_id, p_other))
     <> (CASE WHEN p_kind = 'merge' THEN 2 ELSE 1 END) THEN RETURN 0; END IF;
  IF p_kind IN ('merge', 'split') THEN
    v_entries := ARRAY(SELECT e.id FROM entries e
                        WHERE CASE p_kind WHEN 'merge' THEN e.candidate_id = p_other ELSE e.candidate_id = p_id AND e.id = ANY (p_entries) END
                        ORDER BY e.id);
    IF v_entries = '{}' OR NOT EXISTS (SELECT FROM entries e WHERE e.candidate_id = p_id AND e.id <> ALL (v_entries)) THEN RETURN NULL; END IF;
  END IF;
  v_before := candidate_rows(ARRAY[p_id], v_entries);
  IF p_kind = 'split' THEN
    INSERT INTO candidates (category_id, name) SELECT k.category_id, p_name FROM candidates k WHERE k.id = p_id RETURNING id INTO v_to;
  END IF;
  UPDATE entries SET candidate_id = v_to WHERE id = ANY (v_entries);
  UPDATE candidates k
     SET category_id = CASE WHEN p_kind = 'move' THEN (SELECT c.id FROM categories c WHERE c.nomination = p_nomination AND c.niche = p_niche)
                            ELSE k.category_id END,
         state = CASE p_kind WHEN 'accept' THEN 'accepted' WHEN 'reject' THEN 'rejected' WHEN 'reopen' THEN 'open' ELSE k.state END,
         reason = CASE WHEN p_kind IN ('accept', 'reopen') THEN NULL WHEN p_kind = 'reject' THEN p_reason ELSE k.reason END
   WHERE k.id = p_id;
  v_after := candidate_rows(ARRAY[p_id], v_entries);
  IF v_before = v_after THEN RETURN NULL; END IF;
  INSERT INTO candidate_steps (at, actor, kind, candidate_id, reason, before, after)
  VALUES (p_now, p_actor, p_kind, p_id, p_reason, v_before, v_after) RETURNING id INTO v_step;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'candidate.change', 'candidate ' || p_id, p_reason, jsonb_build_object('kind', p_kind, 'step', v_step, 'entries', cardinality(v_entries)));
  RETURN v_step;
END $$;

-- Undoes a step: everything that it changed is as before, to the letter. False if something newer stands on it, or it is undone;
-- null if there is no such step. Entries that were withdrawn meanwhile stay so.
CREATE OR REPLACE FUNCTION undo_candidate_step(p_id int4, p_reason text, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_step candidate_steps;
  v_entries uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(5203200);
  SELECT s.* INTO v_step FROM candidate_steps s JOIN candidates k ON k.id = s.candidate_id JOIN categories c ON c.id = k.category_id
   WHERE s.id = p_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_entries := ARRAY(SELECT e.id FROM entries e WHERE v_step.after -> 'entries' ? e.id::text);
  IF v_step.undone_at IS NOT NULL
     OR v_step.after -> 'candidates' <> candidate_rows(ARRAY[v_step.candidate_id], '{}') -> 'candidates'
     OR EXISTS (SELECT FROM entries e WHERE e.id = ANY (v_entries) AND e.candidate_id <> (v_step.after -> 'entries' ->> e.id::text)::int4) THEN
    RETURN false;
  END IF;
  UPDATE entries e SET candidate_id = (v_step.before -> 'entries' ->> e.id::text)::int4 WHERE e.id = ANY (v_entries);
  UPDATE candidates k SET category_id = (b.value ->> 'category')::int2, state = b.value ->> 'state', reason = b.value ->> 'reason'
    FROM jsonb_each(v_step.before -> 'candidates') b WHERE k.id = b.key::int4;
  UPDATE candidate_steps SET undone_at = p_now, undone_by = p_actor WHERE id = p_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'candidate.undo', 'candidate ' || v_step.candidate_id, p_reason, jsonb_build_object('step', p_id, 'kind', v_step.kind));
  RETURN true;
END $$;
