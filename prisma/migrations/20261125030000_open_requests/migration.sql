-- Requests that nobody decided and that expire, every five minutes. Without it, all requests were read.
CREATE INDEX CONCURRENTLY social_requests_undecided ON social_requests (expires_at) WHERE decided_at IS NULL;
