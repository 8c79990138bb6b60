-- Found once a minute after the announcement.
CREATE INDEX CONCURRENTLY accounts_to_tell ON accounts (id) WHERE tell_winners;
