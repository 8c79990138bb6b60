-- An account that proved its mailbox may have voted: it is erased, never deleted.
CREATE OR REPLACE FUNCTION refuse_account_delete() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF OLD.email_verified_at IS NOT NULL OR OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION 'a verified account is erased, not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER accounts_keep_verified BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_account_delete();
ALTER TABLE accounts ENABLE ALWAYS TRIGGER accounts_keep_verified;
