-- Names a draft; null removes its name. False if there is no such draft.
CREATE OR REPLACE FUNCTION name_edition_draft(p_draft int4, p_name text, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE edition_drafts SET name = p_name WHERE id = p_draft;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, p_actor, 'edition.name-draft', 'draft ' || p_draft, jsonb_build_object('name', p_name));
  RETURN true;
END $$;
