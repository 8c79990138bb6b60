-- Whether the edition has votes.
CREATE OR REPLACE FUNCTION has_votes() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM categories c JOIN nominees n ON n.category_id = c.id JOIN tallies t ON t.nominee_id = n.id WHERE t.count > 0)
$$;
