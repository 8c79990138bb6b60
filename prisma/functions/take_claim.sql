-- Takes a claim that is free, has expired or no longer bars others, or renews the account's own, in one statement; false if
-- another account holds it. A claim bars others if any account first made it after p_bars_since; it starts anew if that was
-- until p_rests_since.
CREATE OR REPLACE FUNCTION take_claim(p_kind text, p_fingerprint bytea, p_account uuid, p_held_until timestamptz, p_bars_since timestamptz,
                                      p_rests_since timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO claims AS c (kind, fingerprint, account_id, held_until, since)
  VALUES (p_kind, p_fingerprint, p_account, p_held_until, p_now)
  ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until,
         since = CASE WHEN c.since <= p_rests_since THEN excluded.since ELSE c.since END
   WHERE c.account_id = excluded.account_id OR c.account_id IS NULL OR c.held_until <= p_now OR c.since <= p_bars_since;
  RETURN FOUND;
END $$;
