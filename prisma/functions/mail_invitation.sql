-- Mails the link of an open invitation. Only the sealed payload holds the link and the address. False if there is no such invitation.
CREATE OR REPLACE FUNCTION mail_invitation(p_token_hash bytea, p_id uuid, p_provider text, p_payload json, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM team_invitation(p_token_hash, p_now)) THEN RETURN false; END IF;
  PERFORM queue_new_message('send_mail', p_id, p_payload, 0, NULL, 'invitation', NULL, p_provider, p_now);
  RETURN true;
END $$;
