-- Accounts that are deleted because their mailbox was never proven, every hour. Without it, all accounts were read.
CREATE INDEX CONCURRENTLY accounts_unproven ON accounts (created_at) WHERE email_verified_at IS NULL AND erased_at IS NULL;
