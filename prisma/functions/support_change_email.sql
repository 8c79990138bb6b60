-- Gives an account another address, in place of the one in canonical form p_from: its open codes and sessions end, its votes and
-- proofs stay. An address that was proven stays taken, so that it proves no second account. Returns whom to tell, with the address of
-- before; taken if another account has or had the address; nothing if the account is erased or unknown or has another address
-- by now. After both the caller rolls back. An unproven account created until p_stale does not bar its address.
CREATE OR REPLACE FUNCTION support_change_email(p_account uuid, p_from text, p_from_hash bytea, p_email text, p_canonical text,
                                                p_hash bytea, p_stale timestamptz, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (outcome text, holder text, before text, language text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_account accounts;
BEGIN
  -- The codes before the account's row, in the order of locks. They expire at their creation, as in support_reset_two_factor().
  UPDATE challenges SET expires_at = created_at WHERE account_id = p_account AND consumed_at IS NULL AND expires_at > p_now;
  SELECT a.* INTO v_account FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL AND a.email_canonical = p_from FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM accounts a
   WHERE a.email_canonical = p_canonical AND a.id <> p_account AND a.email_verified_at IS NULL AND a.created_at <= p_stale;
  BEGIN
    UPDATE accounts a SET email = p_email, email_canonical = p_canonical WHERE a.id = p_account;
    -- Read after the update, which waits for an erasure of the account that has the address.
    outcome := CASE WHEN EXISTS (SELECT FROM claims c WHERE c.kind = 'email' AND c.fingerprint = p_hash AND c.held_until > p_now
                                                        AND c.account_id <> p_account) THEN 'taken' ELSE 'changed' END;
  EXCEPTION WHEN unique_violation THEN
    outcome := 'taken';
  END;
  IF outcome = 'changed' THEN
    INSERT INTO claims AS c (kind, fingerprint, account_id, held_until)
    SELECT 'email', p_from_hash, p_account, '9999-12-31' WHERE v_account.email_verified_at IS NOT NULL
    ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until;
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    SELECT p_now, p_actor, 'user.change-email', 'account ' || p_account, p_reason, jsonb_build_object('sessions', e.sessions)
      FROM end_sessions(p_account, p_now) e;
    holder := v_account.name;
    before := v_account.email;
    language := v_account.language;
  END IF;
  RETURN NEXT;
END $$;
