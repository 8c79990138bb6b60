-- Removes the files that neither a version nor a draft lists any more. Its callers hold the lock of store_edition_files().
CREATE OR REPLACE FUNCTION forget_edition_files() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM edition_files f
   WHERE encode(f.sha256, 'hex') NOT IN (
     SELECT m.value FROM (SELECT manifest FROM all_editions WHERE manifest IS NOT NULL UNION ALL SELECT manifest FROM edition_drafts) l,
            jsonb_each_text(l.manifest) m)
$$;
