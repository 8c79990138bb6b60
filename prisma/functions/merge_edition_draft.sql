-- Changes the files of a draft as edit_edition_draft() does, and notes that it is made from a newer version now.
CREATE OR REPLACE FUNCTION merge_edition_draft(p_draft int4, p_revision int4, p_based_on int4, p_files jsonb, p_removed text[], p_problems jsonb,
                                               p_actor text, p_now timestamptz)
RETURNS int4 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_revision int4 := edit_edition_draft(p_draft, p_revision, p_files, p_removed, p_problems, p_actor, p_now);
BEGIN
  UPDATE edition_drafts SET based_on = p_based_on WHERE id = p_draft AND revision = v_revision;
  RETURN v_revision;
END $$;
