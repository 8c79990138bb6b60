-- Deletes the edition of a year that is still a draft, with its versions: nobody has voted in it. Unpublished drafts stay. False if there is
-- none of this year. Refused (see refuse_edition) with kept: it is the current one or archived, or a switch to it is planned.
CREATE OR REPLACE FUNCTION delete_year(p_year int4, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_year years;
BEGIN
  -- Whoever plans a switch to it, carries one out or publishes a version of it (speak_of_year) locks the row, too.
  SELECT y.* INTO v_year FROM years y WHERE y.year = p_year FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF v_year.state <> 'draft' OR v_year.switch_at IS NOT NULL THEN
    PERFORM refuse_edition('kept', jsonb_build_object('year', p_year));
  END IF;
  DELETE FROM edition_drafts d USING all_editions e WHERE e.year = p_year AND d.published_as = e.id;
  UPDATE edition_drafts d SET based_on = NULL FROM all_editions e WHERE e.year = p_year AND d.based_on = e.id;
  DELETE FROM all_editions e WHERE e.year = p_year;
  -- A tally, which each vote makes, would refuse this.
  DELETE FROM nominees n USING all_categories c WHERE c.year = p_year AND n.category_id = c.id;
  DELETE FROM all_categories c WHERE c.year = p_year;
  DELETE FROM all_phase_times t WHERE t.year = p_year;
  DELETE FROM years y WHERE y.year = p_year;
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'edition.delete', p_year::text, p_reason);
  RETURN true;
END $$;
