-- Stores what a person puts forward in a category of the current edition, or changes their entry with this id. Returns one letter:
--   A accepted   E that many entries stand already   N no such entry or category   C nominating is over
--   S account not valid   P phone missing   O social account missing   B both missing
-- p_closes is the end in the edition's files; an organiser may have moved it. Whoever moves it waits for the entries under way, as for
-- votes (see stop_ballots), so that none is stored after it. The unique key decides how many stand.
-- An entry joins the candidate of its key (see keyOf in likeness.policy.ts), or of its link, or is a new candidate.
CREATE OR REPLACE FUNCTION put_entry(p_id uuid, p_account uuid, p_nomination text, p_niche text, p_name text, p_link text, p_why text,
                                     p_key text, p_place text, p_changes boolean, p_entries int4, p_voter boolean, p_closes timestamptz,
                                     p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_person voter_eligibility;
  v_category int2 := (SELECT c.id FROM categories c WHERE c.nomination = p_nomination AND c.niche = p_niche);
  v_candidate int4;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5203176);
  IF entries_are_over(p_closes, p_now) THEN RETURN 'C'; END IF;
  SELECT e.* INTO v_person FROM voter_eligibility e WHERE e.account_id = p_account;
  IF v_person.email_ok IS NOT TRUE OR v_person.two_factor_ok IS NOT TRUE THEN RETURN 'S'; END IF;
  IF p_voter AND NOT (v_person.phone_ok AND v_person.social_ok) THEN
    RETURN CASE WHEN v_person.phone_ok THEN 'O' WHEN v_person.social_ok THEN 'P' ELSE 'B' END;
  END IF;
  IF v_category IS NULL THEN RETURN 'N'; END IF;
  -- Two first entries of one name would make two candidates, and an entry would join one that is merged at this moment.
  PERFORM pg_advisory_xact_lock(5203200);
  IF p_changes THEN
    SELECT e.candidate_id INTO v_candidate FROM entries e
     WHERE e.id = p_id AND e.account_id = p_account AND e.category_id = v_category AND e.key = p_key AND e.place IS NOT DISTINCT FROM p_place;
  END IF;
  v_candidate := coalesce(v_candidate,
    (SELECT e.candidate_id FROM entries e WHERE e.category_id = v_category AND e.key = p_key
      GROUP BY e.candidate_id ORDER BY count(*) DESC, e.candidate_id LIMIT 1),
    (SELECT e.candidate_id FROM entries e WHERE e.category_id = v_category AND e.place = p_place
      GROUP BY e.candidate_id ORDER BY count(*) DESC, e.candidate_id LIMIT 1));
  IF v_candidate IS NULL THEN
    INSERT INTO candidates (category_id, name) VALUES (v_category, p_name) RETURNING id INTO v_candidate;
  END IF;
  IF p_changes THEN
    UPDATE entries SET name = p_name, link = p_link, why = p_why, key = p_key, place = p_place, candidate_id = v_candidate
     WHERE id = p_id AND account_id = p_account AND category_id = v_category;
    RETURN CASE WHEN FOUND THEN 'A' ELSE 'N' END;
  END IF;
  FOR v_slot IN 1..p_entries LOOP
    INSERT INTO entries (id, account_id, category_id, slot, name, link, why, key, place, candidate_id, entered_at)
    VALUES (p_id, p_account, v_category, v_slot, p_name, p_link, p_why, p_key, p_place, v_candidate, p_now)
    ON CONFLICT (account_id, category_id, slot) DO NOTHING;
    IF FOUND THEN RETURN 'A'; END IF;
  END LOOP;
  RETURN 'E';
END $$;

-- Withdraws a person's entry: A, or N for no such entry, or C for too late.
CREATE OR REPLACE FUNCTION withdraw_entry(p_id uuid, p_account uuid, p_closes timestamptz, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5203176);
  IF entries_are_over(p_closes, p_now) THEN RETURN 'C'; END IF;
  DELETE FROM entries e WHERE e.id = p_id AND e.account_id = p_account;
  RETURN CASE WHEN FOUND THEN 'A' ELSE 'N' END;
END $$;
