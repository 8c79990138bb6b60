-- The votes of fewer than five people with a domain of mail, a network or the beginning of a number tell how a person voted. Once one
-- of these people is erased, the exclusion forgets the values of such criteria: an empty list matches nobody.
CREATE OR REPLACE FUNCTION without_values(p_selection jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_object_agg(c.key, CASE WHEN c.key IN ('networks', 'numbers', 'timeZones', 'userAgents', 'mailDomains') THEN '[]' ELSE c.value END)
    FROM jsonb_each(p_selection) c
$$;
