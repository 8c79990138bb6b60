-- Somebody who is erased leaves neither an objection, nor a trace of which exclusion held their votes, nor a preview of an exclusion
-- that named the account.
CREATE OR REPLACE FUNCTION erase_objections() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM objections WHERE account_id = NEW.id;
  DELETE FROM exclusion_notices WHERE account_id = NEW.id;
  DELETE FROM rehearsed_accounts WHERE account_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER accounts_erase_objections AFTER UPDATE OF erased_at ON accounts FOR EACH ROW
  WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_objections();
