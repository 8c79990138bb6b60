-- Archives the current edition with the answers that it gives from now on, and makes the planned one the current edition, in one
-- transaction under the lock of the ballots and phases. Whoever voted gets another random id, so that ballots of two years can't be
-- linked. False if no switch is due any more, or the answers are of another state of the edition. Refused (see refuse_edition) with
-- switch_refusal().
CREATE OR REPLACE FUNCTION switch_year(p_basis text, p_paths text[], p_headers jsonb[], p_bodies bytea[], p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_next years;
  v_old int2;
  v_refused text;
BEGIN
  PERFORM stop_ballots();
  SELECT y.* INTO v_next FROM years y WHERE y.switch_at <= p_now FOR UPDATE;
  IF NOT FOUND OR p_basis IS DISTINCT FROM archive_basis() THEN RETURN false; END IF;
  v_refused := switch_refusal(p_now);
  IF v_refused IS NOT NULL THEN PERFORM refuse_edition(v_refused, '{}'); END IF;
  UPDATE years SET state = 'archived', ended_at = p_now WHERE state = 'current' RETURNING year INTO v_old;
  INSERT INTO archived_answers (year, path, headers, body)
  SELECT v_old, a.* FROM unnest(p_paths, p_headers, p_bodies) AS a (path, headers, body);
  UPDATE years SET state = 'current', began_at = p_now, switch_at = NULL, switch_by = NULL, switch_reason = NULL WHERE year = v_next.year;
  WITH voted AS (
    INSERT INTO past_voters (account_id, year, voter_id)
    SELECT a.id, v_old, a.voter_id FROM accounts a WHERE EXISTS (SELECT FROM votes v WHERE v.voter_id = a.voter_id)
    RETURNING account_id)
  UPDATE accounts a SET voter_id = gen_random_uuid() FROM voted WHERE a.id = voted.account_id;
  PERFORM withdraw_old_proofs((SELECT e.facts FROM editions e ORDER BY e.id DESC LIMIT 1), p_now);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, v_next.switch_by, 'edition.switch', v_next.year::text, v_next.switch_reason, jsonb_build_object('archived', v_old));
  RETURN true;
END $$;
