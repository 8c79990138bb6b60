-- For findBySocialName().
CREATE INDEX CONCURRENTLY social_requests_name ON social_requests (name_hash) WHERE name_hash IS NOT NULL;
