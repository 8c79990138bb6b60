-- The role of the backups may read what a base backup holds anyway, and add one kind of entry to the audit log: that a drill
-- has restored a backup, or failed to. `laurel doctor` and the go-live checks look for it.
CREATE OR REPLACE FUNCTION record_drill(p_succeeded boolean, p_base text, p_acknowledged bigint, p_restored bigint, p_now timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, session_user, 'backup.drill', 'backup',
          jsonb_build_object('succeeded', p_succeeded, 'base', left(p_base, 40),
                             'acknowledgedVotes', p_acknowledged, 'restoredVotes', p_restored))
$$;
