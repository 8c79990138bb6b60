-- A version is in the log of its year once. Before its year was corrected it may be in that of another: see speak_of_year().
CREATE UNIQUE INDEX CONCURRENTLY log_items_once_a_year ON all_log_items (year, kind, ref) WHERE kind IN ('edition', 'exclusion');
