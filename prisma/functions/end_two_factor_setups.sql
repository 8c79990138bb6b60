-- The first setup that is confirmed ends all others of the account, whichever process confirms it; so does an erasure.
CREATE OR REPLACE FUNCTION end_two_factor_setups() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM two_factor_setups WHERE account_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER accounts_end_setups AFTER UPDATE OF totp_confirmed_at, erased_at ON accounts FOR EACH ROW
  WHEN (NEW.totp_confirmed_at IS NOT NULL OR NEW.erased_at IS NOT NULL) EXECUTE FUNCTION end_two_factor_setups();
