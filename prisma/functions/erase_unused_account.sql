-- Erases an account whose person was told a month ago and has not used it since, with an entry in the audit log; p_email is its
-- canonical address and p_email_hash the address's fingerprint. Returns what support_erase() returns; null, without a change, if
-- the account is in use again, erased, unknown, or has another address.
CREATE OR REPLACE FUNCTION erase_unused_account(p_account uuid, p_email text, p_email_hash bytea, p_months int4, p_actor text, p_reason text, p_now timestamptz)
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_outcome text;
BEGIN
  PERFORM FROM accounts a
    WHERE a.id = p_account AND a.email_canonical = p_email
      AND is_unused_since_mail(coalesce(a.used_at, a.created_at), a.retention_mailed_at, p_months, p_now);
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- The exclusions before the account's row, as erase_account() locks them.
  PERFORM forget_selected_account(p_account);
  PERFORM FROM accounts a
    WHERE a.id = p_account AND a.email_canonical = p_email
      AND is_unused_since_mail(coalesce(a.used_at, a.created_at), a.retention_mailed_at, p_months, p_now) FOR UPDATE;
  IF NOT FOUND THEN
    -- Somebody logged in meanwhile. What was forgotten above must come back.
    RAISE EXCEPTION 'account % is in use again', p_account USING ERRCODE = 'serialization_failure';
  END IF;
  v_outcome := support_erase(p_account, p_email, p_email_hash, p_actor, p_reason, p_now);
  RETURN v_outcome;
END $$;
