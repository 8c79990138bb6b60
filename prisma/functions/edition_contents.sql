-- The files of a manifest: {path: content in base64}.
CREATE OR REPLACE FUNCTION edition_contents(p_manifest jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(jsonb_object_agg(m.key, translate(encode(f.content, 'base64'), E'\n', '')), '{}')
    FROM jsonb_each_text(p_manifest) m JOIN edition_files f ON f.sha256 = decode(m.value, 'hex')
$$;
