-- CreateTable
CREATE TABLE "exclusion_notices" (
    "exclusion_id" INTEGER NOT NULL,
    "account_id" UUID NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "undone_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "exclusion_notices_pkey" PRIMARY KEY ("exclusion_id","account_id")
);

-- CreateTable
CREATE TABLE "objections" (
    "id" SERIAL NOT NULL,
    "exclusion_id" INTEGER NOT NULL,
    "account_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "answered_by" TEXT,
    "answer_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "objections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exclusion_notices_account_id_idx" ON "exclusion_notices"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "objections_exclusion_id_account_id_key" ON "objections"("exclusion_id", "account_id");

-- CreateIndex
CREATE INDEX "objections_account_id_idx" ON "objections"("account_id");

-- AddForeignKey
ALTER TABLE "exclusion_notices" ADD CONSTRAINT "exclusion_notices_exclusion_id_fkey" FOREIGN KEY ("exclusion_id") REFERENCES "exclusions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exclusion_notices" ADD CONSTRAINT "exclusion_notices_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objections" ADD CONSTRAINT "objections_exclusion_id_fkey" FOREIGN KEY ("exclusion_id") REFERENCES "exclusions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objections" ADD CONSTRAINT "objections_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE objections
  ADD CONSTRAINT objections_text CHECK (length(text) BETWEEN 1 AND 2000),
  ADD CONSTRAINT objections_answer CHECK (length(answer) BETWEEN 1 AND 2000),
  ADD CONSTRAINT objections_answered CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  ADD CONSTRAINT objections_sent CHECK (answer_sent_at IS NULL OR answered_at IS NOT NULL);
CREATE INDEX objections_open ON objections (exclusion_id) WHERE answered_at IS NULL;

-- Somebody who is erased leaves neither an objection nor a trace of which exclusion held their votes.
CREATE FUNCTION erase_objections() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM objections WHERE account_id = NEW.id;
  DELETE FROM exclusion_notices WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION erase_objections() FROM PUBLIC;
CREATE TRIGGER accounts_erase_objections AFTER UPDATE OF erased_at ON accounts FOR EACH ROW
  WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_objections();

-- queue_message() as it was, and messages that nobody waits for are sent after all others.
CREATE OR REPLACE FUNCTION queue_message(p_task text, p_id text, p_payload json, p_wait_ms float8) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF p_task NOT IN ('send_mail', 'send_sms') THEN
    RAISE EXCEPTION 'only messages are queued by queue_message()' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM graphile_worker.add_job(identifier => p_task, payload => p_payload, job_key => p_id, job_key_mode => 'replace',
                                  run_at => clock_timestamp() + p_wait_ms * interval '1 millisecond',
                                  priority => CASE WHEN p_payload ->> 'later' = 'true' THEN 10 ELSE 0 END);
END $$;

-- apply_exclusion() as it was, and it also queues the mails to the people concerned: one job, which another one follows for
-- each group of people, so that the number of people does not hold up this transaction.
CREATE OR REPLACE FUNCTION apply_exclusion(p_id int4, p_undo boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_nominees int4[];
  v_counts int8[];
BEGIN
  -- One exclusion at a time: which votes others hold must not change meanwhile.
  PERFORM pg_advisory_xact_lock(5203179);
  IF p_undo THEN
    UPDATE exclusions SET undone_at = p_now, undone_by = p_actor
     WHERE id = p_id AND applied_at IS NOT NULL AND undone_at IS NULL;
  ELSE
    UPDATE exclusions SET applied_at = p_now, applied_by = p_actor
     WHERE id = p_id AND applied_at IS NULL AND (approved IS TRUE OR (approvals = 1 AND approved IS NULL))
       AND p_now < coalesce(decided_at, proposed_at) + interval '24 hours';
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT array_agg(c.nominee_id), array_agg(c.count) INTO v_nominees, v_counts
    FROM (SELECT e.nominee_id, count(*) AS count
            FROM excluded_votes e
           WHERE e.exclusion_id = p_id
             AND NOT EXISTS (SELECT FROM votes_held(p_id) h WHERE h.voter_id = e.voter_id AND h.category_id = e.category_id)
           GROUP BY e.nominee_id) c;
  PERFORM graphile_worker.add_job('notify_exclusion', json_build_object('exclusion', p_id, 'undone', p_undo),
                                  job_key => 'exclusion ' || p_id || CASE WHEN p_undo THEN ' undone' ELSE '' END, priority => 10);
  -- Votes wait only for the rest, which writes one row for each nominee.
  PERFORM stop_ballots();
  INSERT INTO excluded_tallies AS t (nominee_id, count)
  SELECT c.nominee_id, c.count FROM unnest(v_nominees, v_counts) AS c (nominee_id, count) WHERE NOT p_undo
  ON CONFLICT (nominee_id) DO UPDATE SET count = t.count + excluded.count;
  UPDATE excluded_tallies t SET count = t.count - c.count
    FROM unnest(v_nominees, v_counts) AS c (nominee_id, count) WHERE p_undo AND t.nominee_id = c.nominee_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_undo THEN 'exclusion.undo' ELSE 'exclusion.apply' END, 'exclusion ' || p_id, p_reason,
          jsonb_build_object('votes', coalesce((SELECT sum(n) FROM unnest(v_counts) n), 0)));
  RETURN true;
END $$;

-- The next p_limit people of an applied exclusion after p_after, in the order of their random ids. Those who can get a mail and
-- were sent none are noted as told, and returned with their account. No row if nobody is left, or the exclusion was undone.
CREATE FUNCTION claim_exclusion_notices(p_exclusion int4, p_after uuid, p_limit int4, p_now timestamptz)
RETURNS TABLE (voter_id uuid, account_id uuid, name text, email text, language text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  -- An undo waits for this transaction, so that it finds everybody who was told.
  PERFORM FROM exclusions x WHERE x.id = p_exclusion AND x.applied_at IS NOT NULL AND x.undone_at IS NULL FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
  WITH page AS MATERIALIZED (
    SELECT DISTINCT e.voter_id FROM excluded_votes e
     WHERE e.exclusion_id = p_exclusion AND e.voter_id > p_after ORDER BY e.voter_id LIMIT p_limit
  ), people AS MATERIALIZED (
    -- Locked, so that somebody who is erased meanwhile is left out.
    SELECT a.id, a.voter_id, a.name, a.email, a.language FROM page JOIN accounts a ON a.voter_id = page.voter_id
     WHERE a.erased_at IS NULL AND a.email_verified_at IS NOT NULL FOR KEY SHARE OF a
  ), told AS (
    INSERT INTO exclusion_notices (exclusion_id, account_id, sent_at) SELECT p_exclusion, p.id, p_now FROM people p
    ON CONFLICT DO NOTHING RETURNING exclusion_notices.account_id
  )
  SELECT page.voter_id, p.id, p.name, p.email, p.language
    FROM page LEFT JOIN (told JOIN people p ON p.id = told.account_id) ON p.voter_id = page.voter_id
   ORDER BY page.voter_id;
END $fn$;
REVOKE ALL ON FUNCTION claim_exclusion_notices(int4, uuid, int4, timestamptz) FROM PUBLIC;

-- The same for an undone exclusion: everybody who was told of it, once. still_held says whether another applied exclusion
-- holds some of the same votes.
CREATE FUNCTION claim_undone_notices(p_exclusion int4, p_after uuid, p_limit int4, p_now timestamptz)
RETURNS TABLE (account_id uuid, name text, email text, language text, still_held boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  PERFORM FROM exclusions x WHERE x.id = p_exclusion AND x.undone_at IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
  WITH page AS MATERIALIZED (
    SELECT n.account_id FROM exclusion_notices n
     WHERE n.exclusion_id = p_exclusion AND n.account_id > p_after ORDER BY n.account_id LIMIT p_limit
  ), told AS (
    UPDATE exclusion_notices n SET undone_sent_at = p_now FROM page
     WHERE n.exclusion_id = p_exclusion AND n.account_id = page.account_id AND n.undone_sent_at IS NULL
    RETURNING n.account_id
  )
  SELECT page.account_id, a.name, a.email, a.language,
         EXISTS (SELECT FROM excluded_votes e
                   JOIN excluded_votes o ON o.voter_id = e.voter_id AND o.category_id = e.category_id AND o.exclusion_id <> p_exclusion
                   JOIN exclusions x ON x.id = o.exclusion_id AND x.applied_at IS NOT NULL AND x.undone_at IS NULL
                  WHERE e.exclusion_id = p_exclusion AND e.voter_id = a.voter_id)
    FROM page LEFT JOIN (told JOIN accounts a ON a.id = told.account_id AND a.erased_at IS NULL) ON a.id = page.account_id
   ORDER BY page.account_id;
END $fn$;
REVOKE ALL ON FUNCTION claim_undone_notices(int4, uuid, int4, timestamptz) FROM PUBLIC;

-- Answers an objection once, and queues the mail with the answer. False if it was answered, or does not exist.
CREATE FUNCTION answer_objection(p_id int4, p_answer text, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_exclusion int4;
BEGIN
  UPDATE objections SET answer = p_answer, answered_at = p_now, answered_by = p_actor
   WHERE id = p_id AND answered_at IS NULL RETURNING exclusion_id INTO v_exclusion;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM graphile_worker.add_job('notify_objection', json_build_object('objection', p_id), job_key => 'objection ' || p_id);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'objection.answer', 'objection ' || p_id, p_reason, jsonb_build_object('exclusion', v_exclusion));
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION answer_objection(int4, text, text, text, timestamptz) FROM PUBLIC;

-- The votes that an exclusion holds, in the order of the voters' random ids, for a file. The reading is recorded.
CREATE FUNCTION export_exclusion(p_id int4, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (voter_id uuid, nomination text, niche text, company text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'exclusion.export', 'exclusion ' || x.id, p_reason, jsonb_build_object('votes', x.votes)
    FROM exclusions x WHERE x.id = p_id;
  RETURN QUERY
  SELECT e.voter_id, c.nomination, c.niche, n.company
    FROM excluded_votes e JOIN nominees n ON n.id = e.nominee_id JOIN categories c ON c.id = e.category_id
   WHERE e.exclusion_id = p_id ORDER BY e.voter_id, c.id;
END $fn$;
REVOKE ALL ON FUNCTION export_exclusion(int4, text, text, timestamptz) FROM PUBLIC;
