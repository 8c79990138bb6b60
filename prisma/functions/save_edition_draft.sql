-- Stores an upload as a draft: its files, its problems, and the names of files that its edition does not use. Keeps the twenty
-- newest drafts, and removes files that nothing lists any more.
CREATE OR REPLACE FUNCTION save_edition_draft(p_source text, p_based_on int4, p_files jsonb, p_problems jsonb, p_actor text, p_now timestamptz,
                                              p_left_out jsonb DEFAULT '[]')
RETURNS int4 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
BEGIN
  INSERT INTO edition_drafts (source, based_on, manifest, problems, left_out, uploaded_at, uploaded_by)
  VALUES (p_source, p_based_on, store_edition_files(p_files), p_problems, p_left_out, p_now, p_actor) RETURNING id INTO v_id;
  DELETE FROM edition_drafts WHERE id NOT IN (SELECT d.id FROM edition_drafts d ORDER BY d.id DESC LIMIT 20);
  PERFORM forget_edition_files();
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, p_actor, 'edition.upload', 'draft ' || v_id,
          jsonb_build_object('source', p_source, 'problems', jsonb_array_length(p_problems)));
  RETURN v_id;
END $$;
