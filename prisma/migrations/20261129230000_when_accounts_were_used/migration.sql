-- Accounts that nobody uses are erased: see claim_unused_accounts().
ALTER TABLE accounts ADD COLUMN used_at timestamptz(3), ADD COLUMN retention_mailed_at timestamptz(3);
