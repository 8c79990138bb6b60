-- CreateTable
CREATE TABLE "phase_times" (
    "boundary" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3),

    CONSTRAINT "phase_times_pkey" PRIMARY KEY ("boundary")
);

ALTER TABLE phase_times ADD CONSTRAINT phase_times_boundary CHECK (boundary IN ('opens', 'closes', 'announced'));

-- Waits for the batches of votes that are under way, and lets no other begin until the transaction ends. Whoever takes the
-- time after it knows that every vote that was accepted is older, and that later ones are judged by what it commits.
CREATE FUNCTION stop_ballots() RETURNS void LANGUAGE sql VOLATILE SET search_path = pg_catalog AS $$
  SELECT pg_advisory_xact_lock(5203176)
$$;
REVOKE ALL ON FUNCTION stop_ballots() FROM PUBLIC;

-- cast_votes() as it was, and it takes its part in that lock. Code that is older or newer calls it alike.
CREATE OR REPLACE FUNCTION cast_votes(p_session uuid[], p_nominee int4[], p_now timestamptz, p_slot int2) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  outcomes text;
BEGIN
  IF cardinality(p_session) > 1000 OR cardinality(p_session) IS DISTINCT FROM cardinality(p_nominee) THEN
    RAISE EXCEPTION 'a batch has at most 1000 votes and as many sessions as nominees' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- See stop_ballots(). The statement below sees what was committed while this one waited.
  PERFORM pg_advisory_xact_lock_shared(5203176);
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

-- Between which moments votes count: as the edition's files say (the parameters), unless an organiser moved them. Without a
-- closing time voting lasts until the winners are announced. For the owner: the import, and move_phases().
CREATE FUNCTION apply_phase_times(p_opens timestamptz, p_closes timestamptz, p_announced timestamptz) RETURNS void
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE categories c SET opens_at = t.opens_at, closes_at = t.closes_at
    FROM (SELECT max(e.at) FILTER (WHERE e.boundary = 'opens') AS opens_at,
                 coalesce(max(e.at) FILTER (WHERE e.boundary = 'closes'),
                          max(e.at) FILTER (WHERE e.boundary = 'announced')) AS closes_at
            FROM (SELECT f.boundary, CASE WHEN m.boundary IS NULL THEN f.at ELSE m.at END AS at
                    FROM (VALUES ('opens', p_opens), ('closes', p_closes), ('announced', p_announced)) AS f (boundary, at)
                    LEFT JOIN phase_times m ON m.boundary = f.boundary) e) t
   WHERE (c.opens_at, c.closes_at) IS DISTINCT FROM (t.opens_at, t.closes_at)
$$;
REVOKE ALL ON FUNCTION apply_phase_times(timestamptz, timestamptz, timestamptz) FROM PUBLIC;

-- Makes the moved moments exactly the given ones, has votes judged by them, and writes that down: the application's role can
-- move a phase in no other way, so that none is moved without an entry in the log.
CREATE FUNCTION move_phases(p_boundary text[], p_at timestamptz[], p_opens timestamptz, p_closes timestamptz,
                            p_announced timestamptz, p_actor text, p_reason text, p_detail jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF p_reason IS NULL THEN
    RAISE EXCEPTION 'phases are not moved without a reason' USING ERRCODE = 'null_value_not_allowed';
  END IF;
  PERFORM stop_ballots();
  DELETE FROM phase_times;
  INSERT INTO phase_times (boundary, at) SELECT * FROM unnest(p_boundary, p_at);
  PERFORM apply_phase_times(p_opens, p_closes, p_announced);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'phase.set', 'edition', p_reason, p_detail);
END $$;
REVOKE ALL ON FUNCTION move_phases(text[], timestamptz[], timestamptz, timestamptz, timestamptz, text, text, jsonb, timestamptz) FROM PUBLIC;
