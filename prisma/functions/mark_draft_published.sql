-- Publishes a stored draft without problems once, on behalf of publish_edition(), which is called in the same transaction.
CREATE OR REPLACE FUNCTION mark_draft_published(p_draft int4, p_edition int4) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE edition_drafts SET published_as = p_edition WHERE id = p_draft AND published_as IS NULL AND problems = '[]';
  RETURN FOUND;
END $$;
