-- Deletes a draft that was not published, with its proposal. False if there is none. The next upload removes the files that
-- nothing lists any more.
CREATE OR REPLACE FUNCTION delete_edition_draft(p_draft int4, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM edition_drafts WHERE id = p_draft AND published_as IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'edition.delete-draft', 'draft ' || p_draft, p_reason);
  RETURN true;
END $$;
