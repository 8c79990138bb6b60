-- Waits for the batches of votes that are under way, and lets no other begin until the transaction ends. Whoever takes the time
-- after it knows that every vote that was accepted is older, and that later ones are judged by what it commits. It limits the rest
-- of the transaction, because all votes wait for it: whoever stops in it is disconnected after five seconds, and a row that
-- somebody else has locked is waited for at most a second. Whoever called may then try again.
CREATE OR REPLACE FUNCTION stop_ballots() RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(5203176);
  PERFORM set_config('idle_in_transaction_session_timeout', '5s', true), set_config('lock_timeout', '1s', true);
END $$;
