-- Returns an account's personal data, and records who wanted to see it and why. Nothing for an erased or unknown account.
CREATE OR REPLACE FUNCTION support_reveal(p_account uuid, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (holder text, email text, phone text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT a.name, a.email, a.phone_number FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL;
  IF FOUND THEN
    INSERT INTO audit_entries (at, actor, action, subject, reason)
    VALUES (p_now, p_actor, 'user.reveal', 'account ' || p_account, p_reason);
  END IF;
END $$;
