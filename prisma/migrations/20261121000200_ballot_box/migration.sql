-- The ballot box: the one statement that writes votes, and the guards that keep everything else from doing so.

ALTER TABLE votes SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
-- Tally rows are updated in place, again and again: room on the page keeps those updates off the index (HOT).
ALTER TABLE tallies SET (fillfactor = 25, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE tallies ADD CONSTRAINT tallies_count CHECK (count >= 0);

CREATE VIEW tally_totals AS
SELECT nominee_id, sum(count)::bigint AS count FROM tallies GROUP BY nominee_id;

-- Casts a batch of votes in one statement and one transaction. Returns one letter for each input row, in order:
--   A accepted   E a vote stands already   S session not valid (unknown, expired, revoked, or not past two-factor)
--   N no such nominee   C voting is not open   P phone missing   O social account missing   B both missing
-- p_now is one reading of the caller's clock; p_slot is the caller's tally slot (any value is correct, sharing one
-- only costs time). Lock order, the same in every writer: vote keys ascending, then tally rows ascending.
-- READ COMMITTED only: under REPEATABLE READ the ON CONFLICT would fail with 40001.
CREATE FUNCTION cast_votes(p_session uuid[], p_nominee int4[], p_now timestamptz, p_slot int2) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  outcomes text;
BEGIN
  IF cardinality(p_session) > 1000 OR cardinality(p_session) IS DISTINCT FROM cardinality(p_nominee) THEN
    RAISE EXCEPTION 'a batch has at most 1000 votes and as many sessions as nominees' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  WITH input AS MATERIALIZED (
    SELECT * FROM unnest(p_session, p_nominee) WITH ORDINALITY AS t (session_id, nominee_id, ord)
  ), judged AS MATERIALIZED (
    SELECT i.ord, n.id AS nominee_id, n.category_id, e.voter_id,
           CASE WHEN s.id IS NULL OR s.revoked_at IS NOT NULL OR s.expires_at <= p_now
                  OR e.email_ok IS NOT TRUE OR e.two_factor_ok IS NOT TRUE THEN 'S'
                WHEN n.id IS NULL OR n.withdrawn_at IS NOT NULL             THEN 'N'
                WHEN p_now < c.opens_at OR p_now >= c.closes_at             THEN 'C'
                WHEN NOT e.phone_ok AND NOT e.social_ok                     THEN 'B'
                WHEN NOT e.phone_ok                                         THEN 'P'
                WHEN NOT e.social_ok                                        THEN 'O'
                ELSE 'A' END AS verdict
      FROM input i
      LEFT JOIN sessions s          ON s.id = i.session_id
      LEFT JOIN voter_eligibility e ON e.account_id = s.account_id
      LEFT JOIN nominees n          ON n.id = i.nominee_id
      LEFT JOIN categories c        ON c.id = n.category_id
  ), ranked AS MATERIALIZED (
    -- The first eligible row wins inside the batch.
    SELECT j.*, row_number() OVER (PARTITION BY voter_id, category_id, verdict ORDER BY ord) AS place FROM judged j
  ), inserted AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
    SELECT voter_id, category_id, nominee_id, p_now FROM ranked WHERE verdict = 'A' AND place = 1
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
REVOKE ALL ON FUNCTION cast_votes(uuid[], int4[], timestamptz, int2) FROM PUBLIC;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION '% on %.% is refused: append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION tally_only_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.count < OLD.count OR (NEW.nominee_id, NEW.slot) IS DISTINCT FROM (OLD.nominee_id, OLD.slot) THEN
    RAISE EXCEPTION 'tallies only grow' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- By row, not by statement: MERGE, ON CONFLICT DO UPDATE and cascades are caught as well.
CREATE TRIGGER votes_append_only BEFORE UPDATE OR DELETE ON votes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER votes_no_truncate BEFORE TRUNCATE ON votes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tallies_only_grow BEFORE UPDATE OR DELETE ON tallies FOR EACH ROW EXECUTE FUNCTION tally_only_grows();
CREATE TRIGGER tallies_no_truncate BEFORE TRUNCATE ON tallies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- ALWAYS: they fire under session_replication_role = replica too.
ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only;
ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_no_truncate;
ALTER TABLE tallies ENABLE ALWAYS TRIGGER tallies_only_grow;
ALTER TABLE tallies ENABLE ALWAYS TRIGGER tallies_no_truncate;
