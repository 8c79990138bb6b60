-- Records that somebody took the result away in a file.
CREATE OR REPLACE FUNCTION record_results_export(p_actor text, p_file text, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, p_actor, 'results.export', 'results', jsonb_build_object('file', p_file))
$$;
