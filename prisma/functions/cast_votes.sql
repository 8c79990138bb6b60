-- Casts a batch of votes in one statement and one transaction. Returns one letter for each input row, in order:
--   A accepted   E a vote stands already   S session not valid (unknown, expired, revoked, or not past two-factor)
--   N no such nominee   C voting is not open   P phone missing   O social account missing   B both missing
-- p_nonces has 32 octets for each vote, the server's 16 and the browser's 16. p_now is one reading of the caller's clock; p_slot
-- is the caller's tally slot (any value is correct, sharing one only costs time). Lock order, the same in every writer: vote keys
-- ascending, then tally rows ascending. READ COMMITTED only: under REPEATABLE READ the ON CONFLICT would fail with 40001.
-- Every row it asks for is looked up by its key, however PostgreSQL thinks of the tables' sizes. Its plan is kept by the
-- connection: made while a site had one voter, it read all accounts for each batch until the next ANALYZE (140 ms with 12,000 of
-- them). OFFSET 0 keeps each look-up apart, so that it can't become a join that reads a whole table.
-- A batch that arrives too long after its time is refused (LA003): a network that holds it back must not bring votes after the
-- result. The session of a writer says how long (laurel.most_delay); where the clock was moved on purpose, nothing is compared.
CREATE OR REPLACE FUNCTION cast_votes(p_session uuid[], p_nominee int4[], p_nonces bytea, p_now timestamptz, p_slot int2) RETURNS text
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  outcomes text;
  v_year smallint;
  v_most interval := nullif(current_setting('laurel.most_delay', true), '')::interval;
BEGIN
  IF cardinality(p_session) > 1000 OR cardinality(p_session) IS DISTINCT FROM cardinality(p_nominee)
     OR length(p_nonces) IS DISTINCT FROM 32 * cardinality(p_session) THEN
    RAISE EXCEPTION 'a batch has at most 1000 votes, as many sessions as nominees, and 32 octets of nonces for each vote'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- See stop_ballots(). The statement below sees what was committed while this one waited.
  PERFORM pg_advisory_xact_lock_shared(5203176);
  IF clock_timestamp() - p_now > v_most THEN
    RAISE EXCEPTION 'the batch is of %, and it is %', p_now, clock_timestamp() USING ERRCODE = 'LA003';
  END IF;
  -- A nominee of another edition is none, whatever its times are.
  v_year := (SELECT y.year FROM years y WHERE y.state = 'current');
  WITH input AS MATERIALIZED (
    SELECT * FROM unnest(p_session, p_nominee) WITH ORDINALITY AS t (session_id, nominee_id, ord)
  ), judged AS MATERIALIZED (
    SELECT i.ord, n.id AS nominee_id, n.category_id, e.voter_id,
           CASE WHEN s.id IS NULL OR s.revoked_at IS NOT NULL OR s.expires_at <= p_now
                  OR e.email_ok IS NOT TRUE OR e.two_factor_ok IS NOT TRUE THEN 'S'
                WHEN n.id IS NULL OR n.withdrawn_at IS NOT NULL OR c.year <> v_year THEN 'N'
                WHEN p_now < c.opens_at OR p_now >= c.closes_at             THEN 'C'
                WHEN NOT e.phone_ok AND NOT e.social_ok                     THEN 'B'
                WHEN NOT e.phone_ok                                         THEN 'P'
                WHEN NOT e.social_ok                                        THEN 'O'
                ELSE 'A' END AS verdict
      FROM input i
      LEFT JOIN LATERAL (SELECT * FROM sessions          WHERE id = i.session_id          OFFSET 0) s ON true
      LEFT JOIN LATERAL (SELECT * FROM voter_eligibility WHERE account_id = s.account_id  OFFSET 0) e ON true
      LEFT JOIN LATERAL (SELECT * FROM nominees          WHERE id = i.nominee_id          OFFSET 0) n ON true
      LEFT JOIN LATERAL (SELECT * FROM all_categories    WHERE id = n.category_id         OFFSET 0) c ON true
  ), ranked AS MATERIALIZED (
    -- The first eligible row wins inside the batch.
    SELECT j.*, row_number() OVER (PARTITION BY voter_id, category_id, verdict ORDER BY ord) AS place FROM judged j
  ), inserted AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at, server_nonce, browser_nonce)
    SELECT voter_id, category_id, nominee_id, p_now,
           substr(p_nonces, 32 * ord::int - 31, 16), substr(p_nonces, 32 * ord::int - 15, 16)
      FROM ranked WHERE verdict = 'A' AND place = 1
     ORDER BY voter_id, category_id
    ON CONFLICT (voter_id, category_id) DO NOTHING
    RETURNING voter_id, category_id, nominee_id
  ), counted AS (
    INSERT INTO tallies AS t (nominee_id, slot, count)
    SELECT nominee_id, p_slot, count(*) FROM inserted GROUP BY nominee_id ORDER BY nominee_id
    ON CONFLICT (nominee_id, slot) DO UPDATE SET count = t.count + excluded.count
  )
  -- IN, not a join: it is answered from a hash table, where a join of two small-looking sets was planned as a loop in
  -- a loop, and cost more than all the rest.
  SELECT string_agg(
           CASE WHEN verdict <> 'A' THEN verdict
                WHEN place = 1 AND (voter_id, category_id) IN (SELECT i.voter_id, i.category_id FROM inserted i) THEN 'A'
                ELSE 'E' END, '' ORDER BY ord)
    INTO outcomes
    FROM ranked;
  RETURN coalesce(outcomes, '');
END $fn$;
