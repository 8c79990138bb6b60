-- Links a social account to a locked account; the unique key decides races. It replaces another link of the same network.
-- False if it belongs to another account.
CREATE OR REPLACE FUNCTION link_social(p_account uuid, p_provider text, p_subject bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Inserted as withdrawn, because an account has one valid link per network, which stays valid until this one is inserted.
  INSERT INTO social_links AS l (account_id, provider, subject_hash, verified_at, revoked_at)
  VALUES (p_account, p_provider, p_subject, p_now, p_now)
  ON CONFLICT (provider, subject_hash) DO UPDATE SET verified_at = excluded.verified_at
   WHERE l.account_id = excluded.account_id;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE social_links SET revoked_at = p_now
   WHERE account_id = p_account AND provider = p_provider AND subject_hash <> p_subject AND revoked_at IS NULL;
  UPDATE social_links SET revoked_at = NULL WHERE provider = p_provider AND subject_hash = p_subject;
  RETURN true;
END $$;
