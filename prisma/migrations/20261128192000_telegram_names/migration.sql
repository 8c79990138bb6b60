-- The fingerprint of the name of a Telegram account, so that support finds the person who tells it.
ALTER TABLE social_requests ADD COLUMN name_hash BYTEA;
