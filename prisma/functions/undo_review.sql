-- Undoes a decision that an organiser made less than a minute ago: the name is pending again, and its mail is not sent. Votes
-- cast since then stay. Returns UNDONE, or LATE, TAKEN (another account has submitted the name since), UNDECIDED or UNKNOWN,
-- which change nothing.
CREATE OR REPLACE FUNCTION undo_review(p_request uuid, p_bars_since timestamptz, p_rests_since timestamptz, p_actor text, p_reason text,
                                       p_now timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_account uuid;
  v_request social_requests;
  v_action text;
  v_at timestamptz;
  v_linked timestamptz;
BEGIN
  -- Before any row, like every change of eligibility: no batch of votes runs at the same time.
  PERFORM stop_ballots();
  SELECT a.id INTO v_account FROM accounts a JOIN social_requests r ON r.account_id = a.id
   WHERE r.id = p_request AND a.erased_at IS NULL FOR NO KEY UPDATE OF a;
  SELECT r.* INTO v_request FROM social_requests r
   WHERE r.id = p_request AND r.account_id = v_account AND r.provider = 'INSTAGRAM_SUBSCRIPTION' AND r.subject_hash IS NOT NULL
     FOR UPDATE;
  IF NOT FOUND THEN RETURN 'UNKNOWN'; END IF;
  SELECT e.action, e.at INTO v_action, v_at FROM audit_entries e
   WHERE e.subject = 'submission ' || p_request AND e.action IN ('review.approve', 'review.reject', 'review.undo')
   ORDER BY e.id DESC LIMIT 1;
  IF NOT FOUND OR v_action = 'review.undo' THEN RETURN 'UNDECIDED'; END IF;
  IF p_now - v_at >= interval '1 minute' THEN RETURN 'LATE'; END IF;
  IF NOT take_claim('instagram', v_request.subject_hash, v_account, v_request.expires_at, p_bars_since, p_rests_since, p_now) THEN
    RETURN 'TAKEN';
  END IF;
  IF v_request.status = 'VERIFIED' THEN
    SELECT l.verified_at INTO v_linked FROM social_links l
     WHERE l.account_id = v_account AND l.provider = v_request.provider AND l.subject_hash = v_request.subject_hash
       AND l.revoked_at IS NULL;
    PERFORM undo_social_link(v_account, v_request.provider, v_request.subject_hash, p_now);
    -- The link that it replaced returns: it was withdrawn in the same transaction, so at the same time.
    UPDATE social_links SET revoked_at = NULL
     WHERE id = (SELECT l.id FROM social_links l
                  WHERE l.account_id = v_account AND l.provider = v_request.provider AND l.revoked_at = v_linked
                    AND l.subject_hash <> v_request.subject_hash
                  ORDER BY l.verified_at DESC LIMIT 1);
  END IF;
  PERFORM set_request_status(ARRAY[p_request], 'IN_PROGRESS', p_now);
  PERFORM graphile_worker.remove_job(p_request::text);
  DELETE FROM messages WHERE id = p_request;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'review.undo', 'submission ' || p_request, p_reason);
  RETURN 'UNDONE';
END $fn$;
