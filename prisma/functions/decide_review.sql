-- Decides an Instagram name once. The outcome is VERIFIED, NOT_VERIFIED, TAG_USED (approved, but another account has proven
-- the name: it is rejected), or DECIDED, EXPIRED, UNKNOWN, which change nothing. The rest says whom to tell, and what.
CREATE OR REPLACE FUNCTION decide_review(p_request uuid, p_approve boolean, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (outcome text, tag text, account uuid, holder text, email text, language text, phone_verified boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_account accounts;
  v_request social_requests;
BEGIN
  -- The common order of locks: account, request, link, claim.
  SELECT a.* INTO v_account FROM accounts a JOIN social_requests r ON r.account_id = a.id
   WHERE r.id = p_request AND a.erased_at IS NULL FOR NO KEY UPDATE OF a;
  SELECT r.* INTO v_request FROM social_requests r
   WHERE r.id = p_request AND r.account_id = v_account.id AND r.provider = 'INSTAGRAM_SUBSCRIPTION' FOR UPDATE;
  outcome := CASE WHEN v_request.id IS NULL THEN 'UNKNOWN'
                  WHEN v_request.decided_at IS NOT NULL THEN 'DECIDED'
                  WHEN v_request.expires_at <= p_now THEN 'EXPIRED' END;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  outcome := CASE WHEN NOT p_approve THEN 'NOT_VERIFIED'
                  WHEN link_social(v_account.id, v_request.provider, v_request.subject_hash, p_now) THEN 'VERIFIED'
                  ELSE 'TAG_USED' END;
  PERFORM set_request_status(ARRAY[p_request], CASE outcome WHEN 'VERIFIED' THEN 'VERIFIED' ELSE 'NOT_VERIFIED' END, p_now);
  UPDATE claims c SET account_id = NULL WHERE c.account_id = v_account.id AND c.kind = 'instagram';
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_approve THEN 'review.approve' ELSE 'review.reject' END, 'submission ' || p_request, p_reason,
          jsonb_build_object('outcome', outcome));
  tag := v_request.tag;
  account := v_account.id;
  holder := v_account.name;
  email := v_account.email;
  language := v_account.language;
  phone_verified := EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = v_account.id AND p.revoked_at IS NULL);
  RETURN NEXT;
END $fn$;
