-- CreateTable
CREATE TABLE "activity" (
    "kind" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("kind","minute")
);

-- CreateTable
CREATE TABLE "activity_hours" (
    "kind" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "activity_hours_pkey" PRIMARY KEY ("kind","hour")
);

-- CreateTable
CREATE TABLE "activity_progress" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "recorded_until" TIMESTAMPTZ(3) NOT NULL,
    "settled_until" TIMESTAMPTZ(3) NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,
    "in_flight" TEXT[],

    CONSTRAINT "activity_progress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "processes" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "sockets" INTEGER NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "account_id" UUID,
    "kind" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "calling_code" TEXT,
    "provider" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "problem" TEXT,
    "given_up_why" TEXT,
    "cost_micros" BIGINT,
    "currency" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "gave_up_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_totals" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "sent" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "message_totals_pkey" PRIMARY KEY ("hour","kind","calling_code","provider","currency")
);

-- CreateIndex
CREATE INDEX "messages_created_at_id_idx" ON "messages"("created_at", "id");

-- CreateIndex
CREATE INDEX "messages_state_created_at_id_idx" ON "messages"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "messages_calling_code_created_at_id_idx" ON "messages"("calling_code", "created_at", "id");

-- CreateIndex
CREATE INDEX "messages_provider_created_at_id_idx" ON "messages"("provider", "created_at", "id");

-- CreateIndex
CREATE INDEX "messages_account_id_created_at_idx" ON "messages"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "messages_sent_at_idx" ON "messages"("sent_at");

-- CreateIndex
CREATE INDEX "messages_gave_up_at_idx" ON "messages"("gave_up_at");

-- CreateIndex
CREATE INDEX "accounts_created_at_idx" ON "accounts"("created_at");

-- CreateIndex
CREATE INDEX "phone_verifications_verified_at_idx" ON "phone_verifications"("verified_at");

-- CreateIndex
CREATE INDEX "social_links_verified_at_idx" ON "social_links"("verified_at");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX accounts_email_verified_at ON accounts (email_verified_at) WHERE email_verified_at IS NOT NULL;
CREATE INDEX accounts_totp_confirmed_at ON accounts (totp_confirmed_at) WHERE totp_confirmed_at IS NOT NULL;
-- Votes are stored in the order of their times, so the block range index finds a minute's votes, once its newest ranges are summarised.
ALTER INDEX votes_cast_at_idx SET (autosummarize = on);

-- The audit log by person, whichever place they used, and by action.
CREATE FUNCTION person_of(p_actor text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$ SELECT lower(regexp_replace(p_actor, ' \(console\)$', '')) $$;
CREATE INDEX audit_entries_person ON audit_entries (person_of(actor), id);
CREATE INDEX audit_entries_family ON audit_entries (split_part(action, '.', 1), id);
-- CreateIndex
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");

ALTER TABLE activity
  ADD CONSTRAINT activity_kind CHECK (kind IN ('votes', 'first_votes', 'registered', 'email_verified', 'two_factor', 'phone_verified',
    'social_verified', 'sms_sent', 'sms_failed', 'mail_sent', 'mail_failed')),
  ADD CONSTRAINT activity_count CHECK (count > 0),
  ADD CONSTRAINT activity_whole_minute CHECK (minute = date_trunc('minute', minute, 'UTC'));
ALTER TABLE activity_progress
  ADD CONSTRAINT activity_progress_one_row CHECK (id),
  ADD CONSTRAINT activity_progress_order CHECK (settled_until <= recorded_until);
ALTER TABLE processes ADD CONSTRAINT processes_sockets CHECK (sockets >= 0);
ALTER TABLE messages
  ADD CONSTRAINT messages_kind CHECK (kind IN ('mail', 'sms')),
  ADD CONSTRAINT messages_purpose CHECK (purpose ~ '^[a-z_]{3,40}$'),
  ADD CONSTRAINT messages_calling_code CHECK ((kind = 'sms') = (calling_code IS NOT NULL) AND calling_code ~ '^[1-9][0-9]{0,3}$'),
  ADD CONSTRAINT messages_state CHECK (state IN ('queued', 'sent', 'failed', 'given_up')),
  ADD CONSTRAINT messages_tries CHECK (tries >= 0),
  ADD CONSTRAINT messages_given_up CHECK ((state = 'given_up') = (gave_up_at IS NOT NULL) AND (state = 'given_up') = (given_up_why IS NOT NULL)
    AND given_up_why IN ('refused', 'tries', 'outdated')),
  ADD CONSTRAINT messages_sent CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  ADD CONSTRAINT messages_cost CHECK (cost_micros >= 0 AND (cost_micros IS NULL) = (currency IS NULL) AND currency ~ '^[A-Z]{3}$'),
  -- A provider's words often repeat whom it refused.
  ADD CONSTRAINT messages_impersonal CHECK (problem !~ '@|\+\d|\d{7}' AND length(problem) <= 300);

-- A message that nobody can be asked about any more is not kept. The erasure of an account deletes its messages.
CREATE FUNCTION erase_messages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM messages WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION erase_messages() FROM PUBLIC;
CREATE TRIGGER accounts_erase_messages AFTER UPDATE OF erased_at ON accounts FOR EACH ROW
  WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_messages();

-- Counts what happened in each closed minute before p_until (at most an hour more than was recorded) and returns until when all
-- is recorded; null while another process records. It starts from the settled minutes, so that votes whose transaction was
-- open are counted by a later call. Minutes are settled once no transaction of the ballot box that an earlier call saw is open.
CREATE FUNCTION record_activity(p_until timestamptz) RETURNS timestamptz
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET timezone = 'UTC'
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_progress activity_progress;
  v_in_flight text[];
  v_from timestamptz;
  v_until timestamptz;
  v_settled timestamptz;
  v_changed timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock(5203181) THEN RETURN NULL; END IF;
  -- Before the votes are read: a transaction that ends in between is seen in both.
  v_in_flight := ARRAY(
    SELECT l.virtualtransaction FROM pg_locks l
     WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = 5203176 AND l.objsubid = 1 AND l.mode = 'ShareLock'
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
  SELECT * INTO v_progress FROM activity_progress;
  IF NOT FOUND THEN
    v_from := coalesce(date_trunc('minute', least((SELECT min(created_at) FROM accounts), (SELECT min(cast_at) FROM votes))), p_until);
    v_progress := ROW(true, v_from, v_from, p_until, v_in_flight);
  END IF;
  v_from := least(v_progress.settled_until, date_trunc('minute', p_until));
  v_until := least(v_progress.recorded_until + interval '1 hour', date_trunc('minute', p_until));

  -- First the votes a minute, which are cheap. Only from the first minute that differs on, people are looked up.
  SELECT min(minute) INTO v_changed FROM (
    SELECT coalesce(c.minute, a.minute) AS minute
      FROM (SELECT date_trunc('minute', cast_at) AS minute, count(*) AS count FROM votes
             WHERE cast_at >= v_from AND cast_at < v_until GROUP BY 1) c
      FULL JOIN (SELECT minute, count FROM activity WHERE kind = 'votes' AND minute >= v_from AND minute < v_until) a ON a.minute = c.minute
     WHERE a.count IS DISTINCT FROM c.count) differing;
  IF v_changed IS NOT NULL THEN
    DELETE FROM activity WHERE kind IN ('votes', 'first_votes') AND minute >= v_changed AND minute < v_until;
    INSERT INTO activity (kind, minute, count)
    SELECT 'votes', date_trunc('minute', cast_at), count(*) FROM votes WHERE cast_at >= v_changed AND cast_at < v_until GROUP BY 2;
    INSERT INTO activity (kind, minute, count)
    SELECT 'first_votes', f.minute, count(*)
      FROM (SELECT voter_id, date_trunc('minute', min(cast_at)) AS minute FROM votes
             WHERE cast_at >= v_changed AND cast_at < v_until GROUP BY voter_id) f
     -- OFFSET 0 looks a voter's votes up by their key. With the time, the index by time was used: a second for each ten voters.
     WHERE NOT EXISTS (SELECT FROM (SELECT cast_at FROM votes WHERE voter_id = f.voter_id OFFSET 0) e WHERE e.cast_at < f.minute)
     GROUP BY f.minute;
  END IF;

  DELETE FROM activity WHERE kind NOT IN ('votes', 'first_votes') AND minute >= v_from AND minute < v_until;
  INSERT INTO activity (kind, minute, count)
  SELECT kind, date_trunc('minute', at), count(*) FROM (
    SELECT 'registered', created_at FROM accounts WHERE created_at >= v_from AND created_at < v_until
    UNION ALL
    SELECT 'email_verified', email_verified_at FROM accounts WHERE email_verified_at >= v_from AND email_verified_at < v_until
    UNION ALL
    SELECT 'two_factor', totp_confirmed_at FROM accounts WHERE totp_confirmed_at >= v_from AND totp_confirmed_at < v_until
    UNION ALL
    SELECT 'phone_verified', p.at
      FROM (SELECT account_id, min(verified_at) AS at FROM phone_verifications
             WHERE verified_at >= v_from AND verified_at < v_until GROUP BY account_id) p
     WHERE NOT EXISTS (SELECT FROM phone_verifications e WHERE e.account_id = p.account_id AND e.verified_at < p.at)
    UNION ALL
    SELECT 'social_verified', s.at
      FROM (SELECT account_id, min(verified_at) AS at FROM social_links
             WHERE verified_at >= v_from AND verified_at < v_until GROUP BY account_id) s
     WHERE NOT EXISTS (SELECT FROM social_links e WHERE e.account_id = s.account_id AND e.verified_at < s.at)
    UNION ALL
    SELECT m.kind || '_sent', m.sent_at FROM messages m WHERE m.sent_at >= v_from AND m.sent_at < v_until
    UNION ALL
    -- A code that was replaced before it was tried did not fail.
    SELECT m.kind || '_failed', m.gave_up_at FROM messages m WHERE m.gave_up_at >= v_from AND m.gave_up_at < v_until AND m.tries > 0
  ) events (kind, at) GROUP BY 1, 2;

  DELETE FROM activity_hours WHERE hour >= date_trunc('hour', v_from);
  INSERT INTO activity_hours (kind, hour, count)
  SELECT kind, date_trunc('hour', minute), sum(count) FROM activity WHERE minute >= date_trunc('hour', v_from) GROUP BY 1, 2;

  DELETE FROM message_totals WHERE hour >= date_trunc('hour', v_from);
  INSERT INTO message_totals (hour, kind, calling_code, provider, currency, sent, failed, cost_micros)
  SELECT date_trunc('hour', at), kind, coalesce(calling_code, ''), provider, coalesce(currency, ''),
         count(*) FILTER (WHERE was_sent), count(*) FILTER (WHERE NOT was_sent), coalesce(sum(cost_micros), 0)
    FROM (SELECT m.sent_at AS at, m.kind, m.calling_code, m.provider, m.currency, m.cost_micros, true AS was_sent FROM messages m
           WHERE m.sent_at >= date_trunc('hour', v_from) AND m.sent_at < v_until
          UNION ALL
          SELECT m.gave_up_at, m.kind, m.calling_code, m.provider, NULL, NULL, false FROM messages m
           WHERE m.gave_up_at >= date_trunc('hour', v_from) AND m.gave_up_at < v_until AND m.tries > 0) ended
   GROUP BY 1, 2, 3, 4, 5;

  v_settled := v_progress.settled_until;
  -- The 30 seconds allow for clocks that differ and for a statement on its way to the database.
  IF NOT v_in_flight && v_progress.in_flight THEN
    v_settled := greatest(v_settled, least(v_until, date_trunc('minute', v_progress.looked_at - interval '30 seconds')));
  END IF;
  INSERT INTO activity_progress (recorded_until, settled_until, looked_at, in_flight)
  VALUES (greatest(v_progress.recorded_until, v_until), least(v_settled, greatest(v_progress.recorded_until, v_until)), p_until, v_in_flight)
  ON CONFLICT (id) DO UPDATE SET recorded_until = excluded.recorded_until, settled_until = excluded.settled_until,
    looked_at = excluded.looked_at, in_flight = excluded.in_flight;
  RETURN greatest(v_progress.recorded_until, v_until);
END $fn$;
REVOKE ALL ON FUNCTION record_activity(timestamptz) FROM PUBLIC;

-- Adds a message to the history with the job that sends it, for both roles. A message with the id of an earlier one replaces it.
CREATE FUNCTION queue_new_message(p_task text, p_id uuid, p_payload json, p_wait_ms float8, p_account uuid, p_purpose text,
                                  p_calling_code text, p_provider text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO messages (id, account_id, kind, purpose, calling_code, provider, created_at)
  VALUES (p_id, p_account, CASE p_task WHEN 'send_sms' THEN 'sms' ELSE 'mail' END, p_purpose, p_calling_code, p_provider, p_now)
  ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, kind = excluded.kind, purpose = excluded.purpose,
    calling_code = excluded.calling_code, provider = excluded.provider, state = 'queued', tries = 0, problem = NULL, given_up_why = NULL,
    cost_micros = NULL, currency = NULL, created_at = excluded.created_at, tried_at = NULL, sent_at = NULL, gave_up_at = NULL;
  PERFORM queue_message(p_task, p_id::text, p_payload, p_wait_ms);
END $$;
REVOKE ALL ON FUNCTION queue_new_message(text, uuid, json, float8, uuid, text, text, text, timestamptz) FROM PUBLIC;

-- Undoes a decision that an organiser made less than a minute ago: the name is pending again, and its mail is not sent. Votes
-- cast since then stay. Returns UNDONE, or LATE, TAKEN (another account has submitted the name since), UNDECIDED or UNKNOWN,
-- which change nothing.
CREATE FUNCTION undo_review(p_request uuid, p_bars_since timestamptz, p_rests_since timestamptz, p_actor text, p_reason text,
                            p_now timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_account uuid;
  v_request social_requests;
  v_action text;
  v_at timestamptz;
  v_linked timestamptz;
BEGIN
  -- Before any row, like every change of eligibility: no batch of votes runs at the same time.
  PERFORM stop_ballots();
  SELECT a.id INTO v_account FROM accounts a JOIN social_requests r ON r.account_id = a.id
   WHERE r.id = p_request AND a.erased_at IS NULL FOR NO KEY UPDATE OF a;
  SELECT r.* INTO v_request FROM social_requests r
   WHERE r.id = p_request AND r.account_id = v_account AND r.provider = 'INSTAGRAM_SUBSCRIPTION' AND r.subject_hash IS NOT NULL
     FOR UPDATE;
  IF NOT FOUND THEN RETURN 'UNKNOWN'; END IF;
  SELECT e.action, e.at INTO v_action, v_at FROM audit_entries e
   WHERE e.subject = 'submission ' || p_request AND e.action IN ('review.approve', 'review.reject', 'review.undo')
   ORDER BY e.id DESC LIMIT 1;
  IF NOT FOUND OR v_action = 'review.undo' THEN RETURN 'UNDECIDED'; END IF;
  IF p_now - v_at >= interval '1 minute' THEN RETURN 'LATE'; END IF;
  IF NOT take_claim('instagram', v_request.subject_hash, v_account, v_request.expires_at, p_bars_since, p_rests_since, p_now) THEN
    RETURN 'TAKEN';
  END IF;
  IF v_request.status = 'VERIFIED' THEN
    SELECT l.verified_at INTO v_linked FROM social_links l
     WHERE l.account_id = v_account AND l.provider = v_request.provider AND l.subject_hash = v_request.subject_hash
       AND l.revoked_at IS NULL;
    PERFORM undo_social_link(v_account, v_request.provider, v_request.subject_hash, p_now);
    -- The link that it replaced returns: it was withdrawn in the same transaction, so at the same time.
    UPDATE social_links SET revoked_at = NULL
     WHERE id = (SELECT l.id FROM social_links l
                  WHERE l.account_id = v_account AND l.provider = v_request.provider AND l.revoked_at = v_linked
                    AND l.subject_hash <> v_request.subject_hash
                  ORDER BY l.verified_at DESC LIMIT 1);
  END IF;
  PERFORM set_request_status(ARRAY[p_request], 'IN_PROGRESS', p_now);
  PERFORM graphile_worker.remove_job(p_request::text);
  DELETE FROM messages WHERE id = p_request;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'review.undo', 'submission ' || p_request, p_reason);
  RETURN 'UNDONE';
END $fn$;
REVOKE ALL ON FUNCTION undo_review(uuid, timestamptz, timestamptz, text, text, timestamptz) FROM PUBLIC;

-- Sends a message that waits for its next try, or one without a code that was given up, now. Returns ok, missing, or state if
-- the message was sent, is waiting or being tried, or has a code that is no longer kept.
CREATE FUNCTION retry_message(p_id uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_state text;
BEGIN
  SELECT m.state INTO v_state FROM messages m WHERE m.id = p_id FOR UPDATE;
  IF NOT FOUND THEN RETURN 'missing'; END IF;
  IF v_state NOT IN ('failed', 'given_up') THEN RETURN 'state'; END IF;
  UPDATE graphile_worker._private_jobs SET run_at = clock_timestamp() WHERE key = p_id::text AND locked_at IS NULL;
  IF NOT FOUND THEN RETURN 'state'; END IF;
  UPDATE messages SET state = 'queued', gave_up_at = NULL, given_up_why = NULL WHERE id = p_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason) VALUES (p_now, p_actor, 'message.retry', 'message ' || p_id, p_reason);
  RETURN 'ok';
END $$;
REVOKE ALL ON FUNCTION retry_message(uuid, text, text, timestamptz) FROM PUBLIC;

-- Queues a test message to an address of the organisers, which only the sealed payload holds. False after p_most in an hour by
-- one person.
CREATE FUNCTION send_test_message(p_id uuid, p_kind text, p_calling_code text, p_provider text, p_payload json, p_most int4,
                                  p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The messages of one person take turns, so that requests at once can't pass the limit together.
  PERFORM pg_advisory_xact_lock(5203182, hashtext(lower(p_actor)));
  IF (SELECT count(*) FROM audit_entries e
       WHERE e.at > p_now - interval '1 hour' AND e.action = 'message.test' AND same_person(e.actor, p_actor)) >= p_most THEN
    RETURN false;
  END IF;
  PERFORM queue_new_message(CASE p_kind WHEN 'sms' THEN 'send_sms' ELSE 'send_mail' END, p_id, p_payload, 0, NULL, 'test', p_calling_code,
                            p_provider, p_now);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'message.test', 'message ' || p_id, p_reason, jsonb_build_object('kind', p_kind));
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION send_test_message(uuid, text, text, text, json, int4, text, text, timestamptz) FROM PUBLIC;

-- Records that somebody took the audit log away.
CREATE FUNCTION record_audit_export(p_actor text, p_reason text, p_detail jsonb, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail) VALUES (p_now, p_actor, 'audit.export', 'audit log', p_reason, p_detail)
$$;
REVOKE ALL ON FUNCTION record_audit_export(text, text, jsonb, timestamptz) FROM PUBLIC;
