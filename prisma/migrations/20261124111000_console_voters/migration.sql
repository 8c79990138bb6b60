-- Organisers help voters and review Instagram names by functions: the command and the console use the same, and each writes
-- its entry of the audit log. The release before works with this: it changes the tables itself, as its role may.

-- Find an account by the beginning of its address, number or name. Not WHERE erased_at IS NULL: with few accounts the planner
-- would read such an index from end to end for cast_votes().
CREATE INDEX accounts_find_email ON accounts (lower(email) text_pattern_ops) WHERE email IS NOT NULL;
CREATE INDEX accounts_find_phone ON accounts (phone_number text_pattern_ops) WHERE phone_number IS NOT NULL;
CREATE INDEX accounts_find_name ON accounts (lower(name) text_pattern_ops) WHERE name IS NOT NULL;

-- The counters of mails, which support finds by their beginning. Those of votes are not in it: it costs them nothing.
CREATE INDEX rate_limits_mail ON rate_limits (key text_pattern_ops) WHERE key LIKE 'mail:asked:%' OR key LIKE 'codes:asker-%';

-- The queue of reviews, and who else submitted a name.
CREATE INDEX social_requests_open ON social_requests (created_at, id) WHERE decided_at IS NULL AND provider = 'INSTAGRAM_SUBSCRIPTION';
-- CreateIndex
CREATE INDEX "social_requests_subject_hash_idx" ON "social_requests"("subject_hash");

-- What was done to one subject.
-- CreateIndex
CREATE INDEX "audit_entries_subject_id_idx" ON "audit_entries"("subject", "id");

-- Adds the job that sends a sealed message, or replaces the unsent one with the same id. The roles of the application and the
-- console can't read the queue by it.
CREATE FUNCTION queue_message(p_task text, p_id text, p_payload json, p_wait_ms float8) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF p_task NOT IN ('send_mail', 'send_sms') THEN
    RAISE EXCEPTION 'only messages are queued by queue_message()' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM graphile_worker.add_job(identifier => p_task, payload => p_payload, job_key => p_id, job_key_mode => 'replace',
                                  run_at => clock_timestamp() + p_wait_ms * interval '1 millisecond');
END $$;
REVOKE ALL ON FUNCTION queue_message(text, text, json, float8) FROM PUBLIC;

-- Links a social account to a locked account; the unique key decides races. It replaces another link of the same network.
-- False if it belongs to another account.
CREATE FUNCTION link_social(p_account uuid, p_provider text, p_subject bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Inserted as withdrawn, because an account has one valid link per network, which stays valid until this one is inserted.
  INSERT INTO social_links AS l (account_id, provider, subject_hash, verified_at, revoked_at)
  VALUES (p_account, p_provider, p_subject, p_now, p_now)
  ON CONFLICT (provider, subject_hash) DO UPDATE SET verified_at = excluded.verified_at
   WHERE l.account_id = excluded.account_id;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE social_links SET revoked_at = p_now
   WHERE account_id = p_account AND provider = p_provider AND subject_hash <> p_subject AND revoked_at IS NULL;
  UPDATE social_links SET revoked_at = NULL WHERE provider = p_provider AND subject_hash = p_subject;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION link_social(uuid, text, bytea, timestamptz) FROM PUBLIC;

-- Sets the status of requests that have another one, logs it, and announces it to subscribers.
CREATE FUNCTION set_request_status(p_ids uuid[], p_status text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_topic text;
BEGIN
  FOR v_topic IN
    WITH changed AS (
      UPDATE social_requests
         SET status = p_status, decided_at = CASE WHEN p_status IN ('VERIFIED', 'NOT_VERIFIED') THEN p_now END
       WHERE id = ANY (p_ids) AND status <> p_status
      RETURNING id, event_hash
    ), logged AS (
      INSERT INTO verification_logs (request_id, status, created_at) SELECT id, p_status, p_now FROM changed
    )
    SELECT encode(event_hash, 'hex') FROM changed
  LOOP
    PERFORM pg_notify('laurel_events', json_build_object('kind', 'verification', 'topic', v_topic)::text);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION set_request_status(uuid[], text, timestamptz) FROM PUBLIC;

-- Takes a claim that is free, has expired or no longer bars others, or renews the account's own, in one statement; false if
-- another account holds it. A claim bars others if any account first made it after p_bars_since; it starts anew if that was
-- until p_rests_since.
CREATE FUNCTION take_claim(p_kind text, p_fingerprint bytea, p_account uuid, p_held_until timestamptz, p_bars_since timestamptz,
                           p_rests_since timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO claims AS c (kind, fingerprint, account_id, held_until, since)
  VALUES (p_kind, p_fingerprint, p_account, p_held_until, p_now)
  ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until,
         since = CASE WHEN c.since <= p_rests_since THEN excluded.since ELSE c.since END
   WHERE c.account_id = excluded.account_id OR c.account_id IS NULL OR c.held_until <= p_now OR c.since <= p_bars_since;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION take_claim(text, bytea, uuid, timestamptz, timestamptz, timestamptz, timestamptz) FROM PUBLIC;

-- Decides an Instagram name once. The outcome is VERIFIED, NOT_VERIFIED, TAG_USED (approved, but another account has proven
-- the name: it is rejected), or DECIDED, EXPIRED, UNKNOWN, which change nothing. The rest says whom to tell, and what.
CREATE FUNCTION decide_review(p_request uuid, p_approve boolean, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (outcome text, tag text, account uuid, holder text, email text, language text, phone_verified boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_account accounts;
  v_request social_requests;
BEGIN
  -- The common order of locks: account, request, link, claim.
  SELECT a.* INTO v_account FROM accounts a JOIN social_requests r ON r.account_id = a.id
   WHERE r.id = p_request AND a.erased_at IS NULL FOR NO KEY UPDATE OF a;
  SELECT r.* INTO v_request FROM social_requests r
   WHERE r.id = p_request AND r.account_id = v_account.id AND r.provider = 'INSTAGRAM_SUBSCRIPTION' FOR UPDATE;
  outcome := CASE WHEN v_request.id IS NULL THEN 'UNKNOWN'
                  WHEN v_request.decided_at IS NOT NULL THEN 'DECIDED'
                  WHEN v_request.expires_at <= p_now THEN 'EXPIRED' END;
  IF outcome IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  outcome := CASE WHEN NOT p_approve THEN 'NOT_VERIFIED'
                  WHEN link_social(v_account.id, v_request.provider, v_request.subject_hash, p_now) THEN 'VERIFIED'
                  ELSE 'TAG_USED' END;
  PERFORM set_request_status(ARRAY[p_request], CASE outcome WHEN 'VERIFIED' THEN 'VERIFIED' ELSE 'NOT_VERIFIED' END, p_now);
  UPDATE claims c SET account_id = NULL WHERE c.account_id = v_account.id AND c.kind = 'instagram';
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_approve THEN 'review.approve' ELSE 'review.reject' END, 'submission ' || p_request, p_reason,
          jsonb_build_object('outcome', outcome));
  tag := v_request.tag;
  account := v_account.id;
  holder := v_account.name;
  email := v_account.email;
  language := v_account.language;
  phone_verified := EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = v_account.id AND p.revoked_at IS NULL);
  RETURN NEXT;
END $fn$;
REVOKE ALL ON FUNCTION decide_review(uuid, boolean, text, text, timestamptz) FROM PUBLIC;

-- Ends the sessions of an account and forgets its devices. Returns how many were open and known.
CREATE FUNCTION end_sessions(p_account uuid, p_now timestamptz, OUT sessions int4, OUT devices int4)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH ended AS (UPDATE sessions s SET revoked_at = p_now WHERE s.account_id = p_account AND s.revoked_at IS NULL RETURNING s.expires_at)
  SELECT count(*) FILTER (WHERE e.expires_at > p_now) INTO sessions FROM ended e;
  WITH gone AS (DELETE FROM devices d WHERE d.account_id = p_account RETURNING d.expires_at)
  SELECT count(*) FILTER (WHERE g.expires_at > p_now) INTO devices FROM gone g;
END $$;
REVOKE ALL ON FUNCTION end_sessions(uuid, timestamptz) FROM PUBLIC;

-- Clears an account's counters of attempts; p_names are their names in the audit log. A key that ends with a colon stands for
-- all keys that begin with it. False, without a change, for an erased or unknown account.
CREATE FUNCTION support_unlock(p_account uuid, p_names text[], p_keys text[], p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_detail jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL) THEN RETURN false; END IF;
  IF EXISTS (SELECT FROM unnest(p_keys) k WHERE strpos(k, p_account::text) = 0 AND k NOT LIKE 'mail:_%') THEN
    RAISE EXCEPTION 'the counter is of another account' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- In the order of keys, as charges lock them.
  WITH counters AS MATERIALIZED (
    SELECT * FROM unnest(p_names, p_keys) AS c (name, key)
  ), held AS MATERIALIZED (
    SELECT r.key, r.points, r.expires_at FROM rate_limits r
     WHERE r.key IN (SELECT f.key FROM find_counters(p_keys) f) ORDER BY r.key FOR UPDATE
  ), gone AS (
    DELETE FROM rate_limits r USING held h WHERE r.key = h.key
  )
  SELECT coalesce(jsonb_object_agg(t.name, t.points), '{}') INTO v_detail
    FROM (SELECT c.name, max(h.points) AS points
            FROM counters c JOIN held h ON h.key = c.key OR (right(c.key, 1) = ':' AND starts_with(h.key, c.key))
           WHERE h.expires_at > p_now AND h.points > 0 GROUP BY c.name) t;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'user.unlock', 'account ' || p_account, p_reason, v_detail);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION support_unlock(uuid, text[], text[], text, text, timestamptz) FROM PUBLIC;

-- The counters with these keys; a key that ends with a colon stands for all that begin with it.
CREATE FUNCTION find_counters(p_keys text[]) RETURNS SETOF rate_limits
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_key text;
BEGIN
  RETURN QUERY SELECT r.* FROM rate_limits r WHERE r.key = ANY (p_keys);
  FOREACH v_key IN ARRAY p_keys LOOP
    CONTINUE WHEN right(v_key, 1) <> ':';
    RETURN QUERY SELECT r.* FROM rate_limits r
      WHERE (r.key LIKE 'mail:asked:%' OR r.key LIKE 'codes:asker-%') AND r.key ~>~ v_key AND r.key ~<~ (left(v_key, -1) || ';');
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION find_counters(text[]) FROM PUBLIC;

-- Removes two-factor, to be set up again at the next login, and ends all sessions. The last step stays, because a step is
-- never accepted twice. False, without a change, for an erased or unknown account.
CREATE FUNCTION support_reset_two_factor(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The keys before the account's row, in the order of locks. They expire at their creation: a request that read its clock
  -- earlier and waited must find them expired too.
  UPDATE challenges SET expires_at = created_at
   WHERE account_id = p_account AND kind IN ('totp_setup', 'totp_login') AND consumed_at IS NULL AND expires_at > p_now;
  UPDATE accounts SET totp_secret = NULL, totp_confirmed_at = NULL WHERE id = p_account AND erased_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM backup_codes WHERE account_id = p_account;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'user.reset-two-factor', 'account ' || p_account, p_reason, jsonb_build_object('sessions', e.sessions)
    FROM end_sessions(p_account, p_now) e;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION support_reset_two_factor(uuid, text, text, timestamptz) FROM PUBLIC;

-- Ends all sessions and forgets all devices. False, without a change, for an erased or unknown account.
CREATE FUNCTION support_sign_out(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL) THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'user.sign-out', 'account ' || p_account, p_reason,
         jsonb_build_object('sessions', e.sessions, 'devices', e.devices)
    FROM end_sessions(p_account, p_now) e;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION support_sign_out(uuid, text, text, timestamptz) FROM PUBLIC;

-- Suspends an account. No batch of votes is written until the transaction ends, and later ones see the suspension: no vote of
-- the account is stored after the commit. False, without a change, if it is erased, suspended or unknown.
CREATE FUNCTION support_suspend(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM stop_ballots();
  UPDATE accounts SET suspended_at = p_now WHERE id = p_account AND erased_at IS NULL AND suspended_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'user.suspend', 'account ' || p_account, p_reason, jsonb_build_object('sessions', e.sessions)
    FROM end_sessions(p_account, p_now) e;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION support_suspend(uuid, text, text, timestamptz) FROM PUBLIC;

-- Lifts a suspension. False if there was none.
CREATE FUNCTION support_restore(p_account uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE accounts SET suspended_at = NULL WHERE id = p_account AND erased_at IS NULL AND suspended_at IS NOT NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'user.restore', 'account ' || p_account, p_reason);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION support_restore(uuid, text, text, timestamptz) FROM PUBLIC;

-- Erases an account with this canonical address; p_email_hash is the address's fingerprint. An account that verified nothing
-- is deleted: it has no votes, and the owner of the mailbox may register its address again. Returns erased or deleted; null,
-- without a change, if the account is erased or unknown or has another address.
CREATE FUNCTION support_erase(p_account uuid, p_email text, p_email_hash bytea, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_outcome text := 'deleted';
BEGIN
  PERFORM FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL AND a.email_canonical = p_email FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM accounts a
   WHERE a.id = p_account AND a.email_verified_at IS NULL
     AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id)
     AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id);
  IF NOT FOUND THEN
    PERFORM erase_account(p_account, p_email_hash, p_now);
    v_outcome := 'erased';
  END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'user.erase', 'account ' || p_account, p_reason, jsonb_build_object('outcome', v_outcome));
  RETURN v_outcome;
END $$;
REVOKE ALL ON FUNCTION support_erase(uuid, text, bytea, text, text, timestamptz) FROM PUBLIC;

-- Records that a person read what is known of an account, at most once in ten minutes for each of both. False if there is no
-- such account.
CREATE FUNCTION support_read(p_account uuid, p_actor text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account) THEN RETURN false; END IF;
  -- One after another: each sees the entry of the one before it.
  PERFORM pg_advisory_xact_lock(hashtextextended('read ' || p_account || ' ' || p_actor, 0));
  INSERT INTO audit_entries (at, actor, action, subject)
  SELECT p_now, p_actor, 'user.read', 'account ' || p_account
   WHERE NOT EXISTS (SELECT FROM audit_entries e
                      WHERE e.subject = 'account ' || p_account AND e.action = 'user.read' AND e.actor = p_actor
                        AND e.at > p_now - interval '10 minutes');
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION support_read(uuid, text, timestamptz) FROM PUBLIC;

-- Returns an account's personal data, and records who wanted to see it and why. Nothing for an erased or unknown account.
CREATE FUNCTION support_reveal(p_account uuid, p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (holder text, email text, phone text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT a.name, a.email, a.phone_number FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL;
  IF FOUND THEN
    INSERT INTO audit_entries (at, actor, action, subject, reason)
    VALUES (p_now, p_actor, 'user.reveal', 'account ' || p_account, p_reason);
  END IF;
END $$;
REVOKE ALL ON FUNCTION support_reveal(uuid, text, text, timestamptz) FROM PUBLIC;

-- Gives the open codes p_codes of an account, the newest first, new hashes: a new code, which is valid for the requests that
-- wait for the old one. Their tries stay. The counters in p_counters limit it like codes that the person asks for. The outcome
-- is sent, with whom to tell and what; or limited (until when), queued (the last one is still on its way) or none, after which
-- the caller rolls back.
CREATE FUNCTION support_send_again(p_account uuid, p_codes uuid[], p_hashes bytea[], p_expires timestamptz, p_counters text[],
                                   p_limits int4[], p_seconds float8[], p_actor text, p_reason text, p_now timestamptz)
RETURNS TABLE (outcome text, code uuid, kind text, holder text, email text, language text, until timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_account accounts;
  v_newest challenges;
  v_charged text[];
BEGIN
  IF EXISTS (SELECT FROM unnest(p_counters) k WHERE k NOT LIKE 'mail:_%') THEN
    RAISE EXCEPTION 'only counters of mails are charged here' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Counters, codes, account: the common order of locks.
  WITH charged AS (
    INSERT INTO rate_limits AS r (key, points, expires_at)
    SELECT c.key, 1, p_now + make_interval(secs => c.seconds) FROM unnest(p_counters, p_seconds) AS c (key, seconds) ORDER BY c.key
    ON CONFLICT (key) DO UPDATE
       SET points = CASE WHEN r.expires_at <= p_now THEN 1 ELSE r.points + 1 END,
           expires_at = CASE WHEN r.expires_at <= p_now THEN excluded.expires_at ELSE r.expires_at END
     WHERE r.expires_at <= p_now
        OR r.points < (SELECT c.points FROM unnest(p_counters, p_limits) AS c (key, points) WHERE c.key = r.key)
    RETURNING r.key
  )
  SELECT array_agg(c.key) INTO v_charged FROM charged c;
  IF coalesce(cardinality(v_charged), 0) < cardinality(p_counters) THEN
    outcome := 'limited';
    SELECT max(r.expires_at) INTO until FROM rate_limits r WHERE r.key = ANY (p_counters) AND r.key <> ALL (coalesce(v_charged, '{}'));
    RETURN NEXT;
    RETURN;
  END IF;
  PERFORM FROM challenges c WHERE c.id = ANY (p_codes) AND c.account_id = p_account ORDER BY c.id FOR UPDATE;
  SELECT c.* INTO v_newest FROM challenges c
   WHERE c.id = p_codes[1] AND c.account_id = p_account AND c.kind IN ('email', 'password_reset') AND c.consumed_at IS NULL
     AND c.expires_at > p_now;
  SELECT a.* INTO v_account FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL;
  outcome := CASE WHEN v_newest.id IS NULL OR v_account.id IS NULL THEN 'none'
                  WHEN v_newest.delivery = 'queued' THEN 'queued' ELSE 'sent' END;
  IF outcome = 'sent' THEN
    UPDATE challenges c
       SET code_hash = n.hash, expires_at = p_expires,
           delivery = CASE WHEN c.id = v_newest.id THEN 'queued' ELSE c.delivery END
      FROM unnest(p_codes, p_hashes) AS n (id, hash)
     WHERE c.id = n.id AND c.account_id = p_account AND c.kind = v_newest.kind AND c.consumed_at IS NULL AND c.expires_at > p_now;
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (p_now, p_actor, 'user.send-again', 'account ' || p_account, p_reason, jsonb_build_object('kind', v_newest.kind));
    code := v_newest.id;
    kind := v_newest.kind;
    holder := v_account.name;
    email := v_account.email;
    language := v_account.language;
  END IF;
  RETURN NEXT;
END $fn$;
REVOKE ALL ON FUNCTION support_send_again(uuid, uuid[], bytea[], timestamptz, text[], int4[], float8[], text, text, timestamptz) FROM PUBLIC;
