-- For deleteReplaced(), which looks a registration up by it.
CREATE INDEX CONCURRENTLY challenges_first_handle ON challenges (first_handle_hash) WHERE first_handle_hash IS NOT NULL;
