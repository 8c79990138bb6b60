-- The origins in a batch. The voter is the account of the session; those of erased accounts are left out.
-- A line has: session id, category id, whole minutes since 1970, network, user agent, time zone or nothing.
CREATE OR REPLACE FUNCTION origins_in(p_origins text)
RETURNS TABLE (voter_id uuid, category_id int2, minute timestamptz, network cidr, user_agent text, time_zone text)
LANGUAGE sql STABLE SET enable_seqscan = off SET search_path = pg_catalog, public, pg_temp AS $$
  -- OFFSET 0 keeps each row a look-up by its key, whatever plan the connection keeps.
  SELECT a.voter_id, f[2]::int2, to_timestamp(f[3]::float8 * 60), f[4]::cidr, f[5], nullif(f[6], '')
    FROM string_to_table(p_origins, chr(10)) line
    CROSS JOIN LATERAL string_to_array(line, ',') f
    CROSS JOIN LATERAL (SELECT account_id FROM sessions WHERE id = f[1]::uuid OFFSET 0) s
    CROSS JOIN LATERAL (SELECT voter_id FROM accounts WHERE id = s.account_id OFFSET 0) a
   WHERE a.voter_id IS NOT NULL
$$;
