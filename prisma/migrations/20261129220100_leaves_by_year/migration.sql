CREATE UNIQUE INDEX CONCURRENTLY log_votes_leaf_key ON all_log_votes (year, leaf);
