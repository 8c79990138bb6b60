-- The nominee whose kit has this secret, as nomination/niche/company; null if there is none in the current edition. The first opening of
-- a day gets an entry in the audit log.
CREATE OR REPLACE FUNCTION open_kit(p_hash bytea, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_nominee text;
BEGIN
  SELECT concat_ws('/', c.nomination, c.niche, n.company) INTO v_nominee
    FROM kits k JOIN nominees n ON n.id = k.nominee_id JOIN categories c ON c.id = n.category_id
   WHERE k.secret_hash = p_hash AND n.withdrawn_at IS NULL;
  UPDATE kits SET opened_at = p_now
   WHERE v_nominee IS NOT NULL AND secret_hash = p_hash AND (opened_at IS NULL OR opened_at <= p_now - interval '1 day');
  IF FOUND THEN INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, 'nominee', 'kit.open', 'nominee ' || v_nominee); END IF;
  RETURN v_nominee;
END $$;
