-- Records that somebody took the audit log away.
CREATE OR REPLACE FUNCTION record_audit_export(p_actor text, p_reason text, p_detail jsonb, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail) VALUES (p_now, p_actor, 'audit.export', 'audit log', p_reason, p_detail)
$$;
