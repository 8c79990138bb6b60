-- Whether a fact that the newest edition lacks is not one of something new: its nomination, category or nominee was there before, or it is a
-- fact of something else.
CREATE OR REPLACE FUNCTION was_listed(p_field text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  WITH tags AS (SELECT regexp_match(p_field, '^nominations[.]([^.]+)(?:[.]categories[.]([^.]+)(?:[.]companies[.]([^.]+))?)?') AS t)
  SELECT t IS NULL OR EXISTS (
           SELECT FROM categories c
            WHERE c.nomination = t[1] AND (t[2] IS NULL OR c.niche = t[2])
              AND (t[3] IS NULL OR EXISTS (SELECT FROM nominees n WHERE n.category_id = c.id AND n.company = t[3])))
    FROM tags
$$;
