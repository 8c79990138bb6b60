-- The year of the edition of which the views of one year speak (categories, editions, exclusions, log_… and others): the current one, or
-- the one that laurel.year names. Nothing of an archived edition is written: laurel.year names one only in a transaction that reads.
CREATE OR REPLACE FUNCTION edition_year() RETURNS smallint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT y.year FROM years y
                    WHERE y.year = nullif(current_setting('laurel.year', true), '')::smallint
                      AND (y.state = 'draft' OR current_setting('transaction_read_only') = 'on')),
                  (SELECT y.year FROM years y WHERE y.state = 'current'))
$$;
