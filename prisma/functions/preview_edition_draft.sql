-- Gives a draft a secret address, of which only the hash is stored, for some days by the database's own time. It replaces the
-- draft's earlier address. Returns its end; null if there is no such draft or number of days.
CREATE OR REPLACE FUNCTION preview_edition_draft(p_draft int4, p_hash bytea, p_days int4, p_actor text, p_now timestamptz)
RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_ends_at timestamptz;
BEGIN
  UPDATE edition_drafts SET preview_hash = p_hash, preview_ends_at = now() + make_interval(days => p_days)
   WHERE id = p_draft AND p_days BETWEEN 1 AND 30 RETURNING preview_ends_at INTO v_ends_at;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, p_actor, 'edition.preview', 'draft ' || p_draft, jsonb_build_object('days', p_days));
  RETURN v_ends_at;
END $$;
