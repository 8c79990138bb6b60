-- Clears an account's counters of attempts; p_names are their names in the audit log. A key that ends with a colon stands for
-- all keys that begin with it. A key sms:number: with the fingerprint of a number stands for the text messages to it, which stay in
-- the limits of their accounts and in the budgets. The fingerprint is that of the account's number: only the application has the
-- key that makes it. False, without a change, for an erased or unknown account.
CREATE OR REPLACE FUNCTION support_unlock(p_account uuid, p_names text[], p_keys text[], p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_detail jsonb;
  v_freed jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL) THEN RETURN false; END IF;
  IF EXISTS (SELECT FROM unnest(p_keys) k
              WHERE strpos(k, p_account::text) = 0 AND k NOT LIKE 'mail:_%' AND k NOT LIKE 'sms:number:_%') THEN
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
  WITH freed AS (
    UPDATE sms_charges s SET freed_at = p_now
      FROM unnest(p_names, p_keys) AS c (name, key)
     WHERE s.phone_hash = CASE WHEN c.key LIKE 'sms:number:_%' THEN decode(substr(c.key, 12), 'hex') END
       AND s.refunded_at IS NULL AND s.freed_at IS NULL AND s.charged_at > p_now - interval '24 hours'
    RETURNING c.name
  )
  SELECT coalesce(jsonb_object_agg(t.name, t.messages), '{}') INTO v_freed
    FROM (SELECT f.name, count(*) AS messages FROM freed f GROUP BY f.name) t;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'user.unlock', 'account ' || p_account, p_reason, v_detail || v_freed);
  RETURN true;
END $$;
