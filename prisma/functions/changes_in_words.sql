-- Changes as the audit log tells them: "field: before → after". It refuses @, with which addresses are written; names and links may have one.
CREATE OR REPLACE FUNCTION changes_in_words(p_changes jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(replace(c.field || ': ' || c.before || ' → ' || c.after, '@', '(at)') ORDER BY c.field), '[]')
    FROM jsonb_to_recordset(p_changes) AS c (field text, before text, after text)
$$;
