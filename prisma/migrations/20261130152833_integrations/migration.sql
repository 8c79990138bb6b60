CREATE TABLE hooks (
  id SERIAL CONSTRAINT hooks_pkey PRIMARY KEY,
  url TEXT NOT NULL CONSTRAINT hooks_url CHECK (url ~ '^https://'),
  events TEXT[],
  language TEXT NOT NULL,
  added_at TIMESTAMPTZ(3) NOT NULL,
  added_by TEXT NOT NULL,
  failing_since TIMESTAMPTZ(3),
  off_at TIMESTAMPTZ(3)
);
CREATE TABLE hook_deliveries (
  id BIGSERIAL CONSTRAINT hook_deliveries_pkey PRIMARY KEY,
  hook_id INTEGER NOT NULL CONSTRAINT hook_deliveries_hook_id_fkey REFERENCES hooks (id) ON DELETE CASCADE ON UPDATE CASCADE,
  event TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL,
  data JSONB NOT NULL,
  due_at TIMESTAMPTZ(3),
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at TIMESTAMPTZ(3),
  problem TEXT
);
CREATE UNIQUE INDEX hook_deliveries_hook_id_event_key ON hook_deliveries (hook_id, event);
CREATE INDEX hook_deliveries_at_idx ON hook_deliveries (at);
CREATE TABLE api_tokens (
  id UUID NOT NULL DEFAULT gen_random_uuid() CONSTRAINT api_tokens_pkey PRIMARY KEY,
  hash BYTEA NOT NULL CONSTRAINT api_tokens_hash CHECK (octet_length(hash) = 32),
  name TEXT NOT NULL,
  role TEXT NOT NULL CONSTRAINT api_tokens_role CHECK (role IN ('owner', 'organiser', 'editor', 'support', 'auditor')),
  scopes TEXT[],
  member_id UUID NOT NULL CONSTRAINT api_tokens_member_id_fkey REFERENCES team_members (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  made_at TIMESTAMPTZ(3) NOT NULL,
  last_used_at TIMESTAMPTZ(3),
  revoked_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens (hash);
CREATE INDEX api_tokens_member_id_idx ON api_tokens (member_id);
-- The webhooks of alarms become webhooks of the team.
INSERT INTO hooks (url, events, language, added_at, added_by)
SELECT a.address, '{cluster.found}', a.language, now(), m.name FROM team_alarms a JOIN team_members m ON m.id = a.member_id WHERE a.channel = 'webhook';
DELETE FROM team_alarms WHERE channel = 'webhook';
