-- Whether nominating has ended, by the time in the edition's files or the one to which an organiser moved it.
CREATE OR REPLACE FUNCTION entries_are_over(p_closes timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT p_now >= coalesce((SELECT t.at FROM phase_times t WHERE t.boundary = 'nominatingCloses'), p_closes)
$$;
