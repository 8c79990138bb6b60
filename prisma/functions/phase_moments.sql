-- When voting opens and closes and winners are announced, as JSON.
CREATE OR REPLACE FUNCTION phase_moments(p_opens timestamptz, p_closes timestamptz, p_announced timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('opensAt', p_opens, 'closesAt', p_closes, 'announcedAt', p_announced)
$$;
