-- Erases an account with this canonical address; p_email_hash is the address's fingerprint. An account that verified nothing
-- is deleted: it has no votes, and the owner of the mailbox may register its address again. Returns erased or deleted; null,
-- without a change, if the account is erased or unknown or has another address. It locks the exclusions before the account's row,
-- as erase_account() does.
CREATE OR REPLACE FUNCTION support_erase(p_account uuid, p_email text, p_email_hash bytea, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_outcome text := 'deleted';
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL AND a.email_canonical = p_email) THEN
    RETURN NULL;
  END IF;
  PERFORM forget_selected_account(p_account);
  PERFORM FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL AND a.email_canonical = p_email FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM accounts a
   WHERE a.id = p_account AND a.email_verified_at IS NULL
     AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id)
     AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id);
  IF NOT FOUND THEN
    PERFORM erase_account(p_account, p_email_hash, p_now);
    v_outcome := 'erased';
  END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'user.erase', 'account ' || p_account, p_reason, jsonb_build_object('outcome', v_outcome));
  RETURN v_outcome;
END $$;
