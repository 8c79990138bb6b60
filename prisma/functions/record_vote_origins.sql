-- Stores the origins of a batch of accepted votes, unread: people vote at the same time, and this is most of the work.
CREATE OR REPLACE FUNCTION record_vote_origins(p_origins text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A crash may lose the last second, so the commit waits neither for the disk nor for a standby.
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO vote_origin_batches (origins) VALUES (p_origins);
END $$;
