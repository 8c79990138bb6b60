-- Stores files ({path: content in base64}), each content once, and returns their manifest ({path: SHA-256}). Whoever changes
-- stored files takes turns until the transaction ends, so that no content is removed between this call and its use. The lock is its
-- own: with that of erase_account() and settle_vote_origins(), these waited for the whole import or upload.
CREATE OR REPLACE FUNCTION store_edition_files(p_files jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_manifest jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(5203191);
  WITH files AS MATERIALIZED (
    SELECT f.path, f.content, sha256(f.content) AS hash
      FROM (SELECT key AS path, decode(value, 'base64') AS content FROM jsonb_each_text(p_files)) f
  ), stored AS (
    INSERT INTO edition_files (sha256, content) SELECT DISTINCT ON (hash) hash, content FROM files ORDER BY hash
    ON CONFLICT (sha256) DO NOTHING
  )
  SELECT coalesce(jsonb_object_agg(path, encode(hash, 'hex')), '{}') INTO v_manifest FROM files;
  RETURN v_manifest;
END $$;
