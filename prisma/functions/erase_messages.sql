-- A message that nobody can be asked about any more is not kept. The erasure of an account deletes its messages, and those that wait
-- in the queue, which hold the person's name and address. A message that is being sent stays: without its row in the history it is
-- not sent again. First the history, then the queue, as retry_message() locks them.
CREATE OR REPLACE FUNCTION erase_messages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_keys text[];
BEGIN
  WITH gone AS (DELETE FROM messages m WHERE m.account_id = NEW.id RETURNING m.id)
  SELECT array_agg(g.id::text) INTO v_keys FROM gone g;
  DELETE FROM graphile_worker._private_jobs j WHERE j.key = ANY (v_keys) AND j.locked_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER accounts_erase_messages AFTER UPDATE OF erased_at ON accounts FOR EACH ROW
  WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_messages();
