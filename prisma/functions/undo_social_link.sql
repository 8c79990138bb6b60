-- An organiser may undo the approval of an Instagram name. Where the account has cast no vote, the name is free again for
-- whoever it belongs to; else it stays with the account, withdrawn, so that one name verifies no second voter. No batch of votes
-- is under way meanwhile.
CREATE OR REPLACE FUNCTION undo_social_link(p_account uuid, p_provider text, p_subject bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM stop_ballots();
  IF EXISTS (SELECT FROM votes v JOIN accounts a ON a.voter_id = v.voter_id WHERE a.id = p_account) THEN
    UPDATE social_links SET revoked_at = p_now
     WHERE account_id = p_account AND provider = p_provider AND subject_hash = p_subject AND revoked_at IS NULL;
    RETURN false;
  END IF;
  DELETE FROM social_links WHERE account_id = p_account AND provider = p_provider AND subject_hash = p_subject;
  RETURN true;
END $$;
