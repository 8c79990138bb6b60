-- Ends the preview of a draft. False if it has none.
CREATE OR REPLACE FUNCTION end_draft_preview(p_draft int4, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE edition_drafts SET preview_hash = NULL, preview_ends_at = NULL WHERE id = p_draft AND preview_hash IS NOT NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, p_actor, 'edition.end-preview', 'draft ' || p_draft);
  RETURN true;
END $$;
