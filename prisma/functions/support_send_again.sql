-- Gives the open codes p_codes of an account, the newest first, new hashes: a new code, which is valid for the requests that
-- wait for the old one. Their tries stay. The counters in p_counters limit it like codes that the person asks for. The outcome
-- is sent, with whom to tell and what; or limited (until when), queued (the last one is still on its way) or none, after which
-- the caller rolls back.
CREATE OR REPLACE FUNCTION support_send_again(p_account uuid, p_codes uuid[], p_hashes bytea[], p_expires timestamptz, p_counters text[],
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
