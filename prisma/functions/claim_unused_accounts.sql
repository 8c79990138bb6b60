-- Accounts to which nobody has logged in for p_months months, and whose persons were not told since then: at most p_limit of them,
-- noted as told. An account that was never used counts from its registration. The months are subtracted from the later time, so
-- that a short month never makes the time shorter. Rows that another transaction has locked are left for the next call.
CREATE OR REPLACE FUNCTION claim_unused_accounts(p_months int4, p_limit int4, p_now timestamptz)
RETURNS TABLE (account_id uuid, name text, email text, language text, used_at timestamptz, erased_after timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  WITH unused AS MATERIALIZED (
    SELECT a.id FROM accounts a
     -- The first condition is for the index: no account was used before it was made.
     WHERE a.created_at <= p_now - make_interval(months => p_months) AND a.erased_at IS NULL
       AND coalesce(a.used_at, a.created_at) <= p_now - make_interval(months => p_months)
       AND (a.retention_mailed_at IS NULL
            OR coalesce(a.used_at, a.created_at) > a.retention_mailed_at - make_interval(months => p_months))
     ORDER BY a.created_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE accounts a SET retention_mailed_at = p_now FROM unused u WHERE a.id = u.id
  RETURNING a.id, a.name, a.email, a.language, coalesce(a.used_at, a.created_at), p_now + interval '1 month'
$$;
