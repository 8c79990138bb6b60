CREATE TABLE kits (
  nominee_id INTEGER NOT NULL CONSTRAINT kits_pkey PRIMARY KEY CONSTRAINT kits_nominee_id_fkey REFERENCES nominees (id) ON DELETE CASCADE ON UPDATE CASCADE,
  secret_hash BYTEA NOT NULL,
  made_at TIMESTAMPTZ(3) NOT NULL,
  made_by TEXT NOT NULL,
  opened_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX kits_secret_hash_key ON kits (secret_hash);
