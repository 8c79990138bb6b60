-- Lets the rest of a transaction speak of the edition of a year, which is the current one or a draft (see edition_year). The first
-- year ever is the current one. A wrong year, such as that of the demo edition, becomes the right one while nobody has voted and there is no
-- other edition. A log that has begun without votes stays stored under its year. Refused otherwise (see refuse_edition): year.
CREATE OR REPLACE FUNCTION speak_of_year(p_year int4) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_current int2 := (SELECT y.year FROM years y WHERE y.state = 'current');
  v_table text;
BEGIN
  IF v_current IS NULL THEN
    INSERT INTO years (year, state) VALUES (p_year, 'current');
  END IF;
  -- Nobody deletes it until the transaction ends: see delete_year().
  PERFORM FROM years y WHERE y.year = p_year AND y.state <> 'archived' FOR KEY SHARE;
  IF NOT FOUND THEN
    IF has_votes() OR (SELECT count(*) FROM years) > 1 THEN
      PERFORM refuse_edition('year', jsonb_build_object('year', p_year, 'current', v_current, 'archived',
                                                        EXISTS (SELECT FROM years y WHERE y.year = p_year AND y.state = 'archived')));
    END IF;
    UPDATE years SET year = p_year;
    FOREACH v_table IN ARRAY ARRAY['all_categories', 'all_editions', 'all_phase_times', 'all_phase_proposals', 'all_exclusions'] LOOP
      EXECUTE format('UPDATE %I SET year = $1', v_table) USING p_year;
    END LOOP;
  END IF;
  PERFORM set_config('laurel.year', p_year::text, true);
END $$;
