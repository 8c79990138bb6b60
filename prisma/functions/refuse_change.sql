-- Refuses whatever changes a row or empties a table. By row, not by statement: MERGE, ON CONFLICT DO UPDATE and cascades are caught
-- as well. ALWAYS: the triggers fire under session_replication_role = replica too.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION '% on %.% is refused: append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['votes', 'audit_entries', 'excluded_votes', 'all_log_checkpoints', 'all_log_votes', 'all_log_items',
                                 'all_log_results', 'all_log_cosignatures', 'archived_answers'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %2$s_append_only BEFORE UPDATE OR DELETE ON %1$s
                      FOR EACH ROW EXECUTE FUNCTION refuse_change();
                    ALTER TABLE %1$s ENABLE ALWAYS TRIGGER %2$s_append_only', v_table, replace(v_table, 'all_', ''));
  END LOOP;
  FOREACH v_table IN ARRAY ARRAY['votes', 'tallies', 'audit_entries', 'excluded_votes', 'all_log_checkpoints', 'all_log_tiles',
                                 'all_log_votes', 'all_log_items', 'all_log_results', 'all_log_cosignatures', 'archived_answers'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %2$s_no_truncate BEFORE TRUNCATE ON %1$s
                      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
                    ALTER TABLE %1$s ENABLE ALWAYS TRIGGER %2$s_no_truncate', v_table, replace(v_table, 'all_', ''));
  END LOOP;
END $$;
