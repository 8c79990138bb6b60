-- How many people must agree to a step of an exclusion: as many as when it was proposed, and no fewer than the newest edition asks
-- for. By an older number, one person could return votes to the count alone.
CREATE OR REPLACE FUNCTION people_needed(p_own int2) RETURNS int2
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(p_own, (SELECT e.approvals FROM editions e ORDER BY e.id DESC LIMIT 1))
$$;
