-- Moves the show, with an entry in the audit log for each winner that is revealed by it. False if somebody moved it since p_version.
CREATE OR REPLACE FUNCTION move_stage(p_version int4, p_slide text, p_blank boolean, p_opened text[], p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO stages (since) VALUES (p_now) ON CONFLICT DO NOTHING;
  UPDATE stages SET version = version + 1, slide = p_slide, blank = p_blank, revealed = revealed || p_opened,
                    since = CASE WHEN slide = p_slide THEN since ELSE p_now END
   WHERE year = edition_year() AND version = p_version;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject) SELECT p_now, p_actor, 'stage.reveal', category FROM unnest(p_opened) AS category;
  RETURN true;
END $$;
