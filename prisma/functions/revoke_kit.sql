-- Ends the secret link of a nominee of the current edition. False if there is none.
CREATE OR REPLACE FUNCTION revoke_kit(p_nominee text, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM kits k USING nominees n, categories c
   WHERE k.nominee_id = n.id AND n.category_id = c.id AND concat_ws('/', c.nomination, c.niche, n.company) = p_nominee;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'kit.revoke', 'nominee ' || p_nominee, p_reason);
  RETURN true;
END $$;
