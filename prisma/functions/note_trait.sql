-- Notes a bucket of an account that is not erased, in place of an earlier one. The lock makes an erasure wait, which then deletes it.
CREATE OR REPLACE FUNCTION note_trait(p_account uuid, p_kind text, p_value text, p_now timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO account_traits (account_id, kind, value, noted_at)
  SELECT a.id, p_kind, p_value, p_now FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL FOR KEY SHARE
  ON CONFLICT (account_id, kind) DO UPDATE SET value = excluded.value, noted_at = excluded.noted_at
$$;
