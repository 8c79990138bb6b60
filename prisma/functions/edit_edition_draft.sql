-- Changes the files of a draft that was not published, if its revision is still the one that was read: some files ({path: content in
-- base64}) take the place of those of before, others are removed. The first edit of a person in a draft goes to the audit log.
-- Returns the new revision; null if the draft was changed meanwhile, published or deleted.
CREATE OR REPLACE FUNCTION edit_edition_draft(p_draft int4, p_revision int4, p_files jsonb, p_removed text[], p_problems jsonb, p_actor text,
                                              p_now timestamptz)
RETURNS int4 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_subject text := 'draft ' || p_draft;
  v_revision int4;
  -- Its lock comes before that of the row, as in publish_edition().
  v_files jsonb := store_edition_files(p_files);
BEGIN
  UPDATE edition_drafts SET manifest = (manifest - p_removed) || v_files, problems = p_problems, revision = revision + 1
   WHERE id = p_draft AND revision = p_revision AND published_as IS NULL
  RETURNING revision INTO v_revision;
  PERFORM forget_edition_files();
  IF v_revision IS NULL THEN RETURN NULL; END IF;
  INSERT INTO audit_entries (at, actor, action, subject)
  SELECT p_now, p_actor, 'edition.edit', v_subject
   WHERE NOT EXISTS (SELECT FROM audit_entries WHERE action = 'edition.edit' AND subject = v_subject AND actor = p_actor);
  RETURN v_revision;
END $$;
