-- Creates an account and claims its number, in place of an account of the same address that is as old as p_bars_since and was never
-- proven. A caller that is told that something is taken rolls back.
CREATE OR REPLACE FUNCTION register_account(p_name text, p_email text, p_email_canonical text, p_phone_number text, p_password_hash text,
                                            p_language text, p_address_claim bytea, p_phone_claim bytea, p_phones bytea[],
                                            p_held_until timestamptz, p_bars_since timestamptz, p_rests_since timestamptz,
                                            p_now timestamptz, OUT account uuid, OUT email_taken boolean, OUT phone_taken boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM accounts WHERE email_canonical = p_email_canonical AND email_verified_at IS NULL AND created_at <= p_bars_since;
  INSERT INTO accounts (name, email, email_canonical, phone_number, password_hash, language, created_at)
  VALUES (p_name, p_email, p_email_canonical, p_phone_number, p_password_hash, p_language, p_now)
  ON CONFLICT (email_canonical) DO NOTHING RETURNING id INTO account;
  -- An erased account's address stays blocked. It is read after the insert, which waits for an erasure in progress.
  email_taken := account IS NULL OR EXISTS (SELECT FROM claims WHERE kind = 'email' AND fingerprint = p_address_claim
                                                                 AND held_until > p_now AND account_id IS NOT NULL);
  phone_taken := CASE WHEN email_taken
    THEN EXISTS (SELECT FROM claims WHERE kind = 'phone' AND fingerprint = p_phone_claim AND held_until > p_now AND since > p_bars_since
                                      AND account_id IS NOT NULL)
    ELSE NOT take_claim('phone', p_phone_claim, account, p_held_until, p_bars_since, p_rests_since, p_now) END
    -- A number whose verification was withdrawn stays blocked.
    OR EXISTS (SELECT FROM phone_verifications WHERE phone_hash = ANY(p_phones));
END $$;
