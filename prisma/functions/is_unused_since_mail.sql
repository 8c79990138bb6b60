-- Whether an account that was used last at p_used may be erased: it had been unused for p_months months when its person was told,
-- at p_mailed, which is a month ago, and nobody has used it since.
CREATE OR REPLACE FUNCTION is_unused_since_mail(p_used timestamptz, p_mailed timestamptz, p_months int4, p_now timestamptz)
RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT coalesce(p_used <= p_mailed - make_interval(months => p_months) AND p_mailed <= p_now - interval '1 month', false)
$$;
