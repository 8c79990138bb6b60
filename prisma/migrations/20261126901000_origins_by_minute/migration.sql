-- forget_vote_origins() looks for origins of before a time.
CREATE INDEX CONCURRENTLY "vote_origins_minute_idx" ON "vote_origins" USING BRIN ("minute");
