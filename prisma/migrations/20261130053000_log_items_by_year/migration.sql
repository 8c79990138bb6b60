-- A version is in the log of its year once. Before its year was corrected it may be in that of another (see speak_of_year). No voter
-- waits for this table.
DROP INDEX log_items_once;
CREATE UNIQUE INDEX log_items_once ON all_log_items (year, kind, ref) WHERE kind IN ('edition', 'exclusion');
