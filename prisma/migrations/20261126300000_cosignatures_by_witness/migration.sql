-- The newest cosignature of a witness, for the status of the log and before a witness is asked. Without it, all cosignatures were read.
CREATE INDEX CONCURRENTLY "log_cosignatures_witness_size_idx" ON "log_cosignatures"("witness", "size" DESC);
