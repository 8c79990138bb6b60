-- Records that a person read what is known of an account, at most once in ten minutes for each of both. False if there is no
-- such account.
CREATE OR REPLACE FUNCTION support_read(p_account uuid, p_actor text, p_now timestamptz) RETURNS boolean
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
