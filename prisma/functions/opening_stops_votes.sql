-- Whether voting has begun by one opening and has not by another; null is no opening, with which voting is open. Moving the opening
-- of a vote that has begun into the future stops it, like moving its end: two people must agree to that, too.
CREATE OR REPLACE FUNCTION opening_stops_votes(p_before timestamptz, p_after timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_before <= p_now, true) AND coalesce(p_after > p_now, false)
$$;
