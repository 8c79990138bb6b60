-- The counters with these keys; a key that ends with a colon stands for all that begin with it.
CREATE OR REPLACE FUNCTION find_counters(p_keys text[]) RETURNS SETOF rate_limits
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_key text;
BEGIN
  RETURN QUERY SELECT r.* FROM rate_limits r WHERE r.key = ANY (p_keys);
  FOREACH v_key IN ARRAY p_keys LOOP
    CONTINUE WHEN right(v_key, 1) <> ':';
    RETURN QUERY SELECT r.* FROM rate_limits r
      WHERE (r.key LIKE 'mail:asked:%' OR r.key LIKE 'codes:asker-%') AND r.key ~>~ v_key AND r.key ~<~ (left(v_key, -1) || ';');
  END LOOP;
END $$;
