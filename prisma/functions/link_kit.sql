-- Gives a nominee a secret link in place of an earlier one, and mails it if there is a payload, which alone holds the link and the
-- address. False if the current edition has no such nominee.
CREATE OR REPLACE FUNCTION link_kit(p_nominee text, p_hash bytea, p_message uuid, p_provider text, p_payload json, p_actor text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO kits (nominee_id, secret_hash, made_at, made_by)
  SELECT n.id, p_hash, p_now, p_actor FROM nominees n JOIN categories c ON c.id = n.category_id
   WHERE concat_ws('/', c.nomination, c.niche, n.company) = p_nominee AND n.withdrawn_at IS NULL
  ON CONFLICT (nominee_id) DO UPDATE SET secret_hash = excluded.secret_hash, made_at = p_now, made_by = p_actor, opened_at = NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_payload IS NOT NULL THEN
    PERFORM queue_new_message('send_mail', p_message, p_payload, 0, NULL, 'kit', NULL, p_provider, p_now);
  END IF;
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, p_actor, 'kit.link', 'nominee ' || p_nominee, jsonb_build_object('mailed', p_payload IS NOT NULL));
  RETURN true;
END $$;
