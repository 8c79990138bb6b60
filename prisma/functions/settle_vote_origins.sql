-- Moves the oldest batch that nobody else is moving to vote_origins. False if there is none.
CREATE OR REPLACE FUNCTION settle_vote_origins() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int8;
  v_origins text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  -- erase_account() takes the same lock alone: the statements below see an erasure, or the erasure sees their rows.
  PERFORM pg_advisory_xact_lock_shared(5203190);
  SELECT b.id, b.origins INTO v_id, v_origins FROM vote_origin_batches b ORDER BY b.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO vote_origins (voter_id, category_id, minute, network, user_agent, time_zone)
  SELECT * FROM origins_in(v_origins) o ORDER BY o.voter_id, o.category_id
  ON CONFLICT DO NOTHING;
  DELETE FROM vote_origin_batches WHERE id = v_id;
  RETURN true;
END $$;
