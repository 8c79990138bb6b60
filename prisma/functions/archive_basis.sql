-- What the answers of the edition's archive depend on. Another basis at the switch: the archive is made again.
CREATE OR REPLACE FUNCTION archive_basis() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT concat_ws(' ', edition_year(), (SELECT max(e.id) FROM editions e), (SELECT max(c.size) FROM log_checkpoints c),
                   (SELECT count(x.applied_at) + count(x.undone_at) FROM exclusions x),
                   (SELECT max(p.published_at) FROM categories c JOIN published_tallies p ON p.category_id = c.id))
$$;
