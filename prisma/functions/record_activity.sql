-- Counts what happened in each closed minute before p_until (at most an hour more than was recorded) and returns until when all
-- is recorded; null while another process records. It starts from the settled minutes, so that votes whose transaction was
-- open are counted by a later call. Minutes are settled once no transaction of the ballot box that an earlier call saw is open.
CREATE OR REPLACE FUNCTION record_activity(p_until timestamptz) RETURNS timestamptz
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
