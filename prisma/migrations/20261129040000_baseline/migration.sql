-- The tables and views, with the functions that a default, a check or an index calls. All other functions, and the triggers, are in
-- prisma/functions. prisma/schema says what each table is for.

-- 128 random bits. A version 4 UUID has 122, so that one alone is not enough.
CREATE FUNCTION random_nonce() RETURNS bytea LANGUAGE sql VOLATILE
RETURN substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16);

-- One person, whether they use the console or the command: a proposer can't approve from the other place.
CREATE FUNCTION same_person(p_one text, p_other text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT lower(regexp_replace(p_one, ' \(console\)$', '')) = lower(regexp_replace(p_other, ' \(console\)$', ''))
$$;

-- One name for a person, whichever place they used.
CREATE FUNCTION person_of(p_actor text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$ SELECT lower(regexp_replace(p_actor, ' \(console\)$', '')) $$;

-- Accounts

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  voter_id uuid DEFAULT gen_random_uuid(),
  name text,
  email text,
  email_canonical text,
  phone_number text,
  password_hash text,
  language text NOT NULL DEFAULT 'en',
  email_verified_at timestamptz(3),
  totp_secret bytea,
  totp_confirmed_at timestamptz(3),
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  erased_at timestamptz(3),
  -- Organisers may suspend an account, and lift that again. It can't vote meanwhile, whatever sessions it has: cast_votes() asks
  -- voter_eligibility. Its votes stay.
  suspended_at timestamptz(3),
  CONSTRAINT accounts_email_canonical CHECK (email_canonical = lower(email_canonical)),
  CONSTRAINT accounts_phone_e164 CHECK (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT accounts_email_pair CHECK ((email IS NULL) = (email_canonical IS NULL)),
  CONSTRAINT accounts_totp_has_secret CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL),
  CONSTRAINT accounts_totp_after_email CHECK (totp_confirmed_at IS NULL OR email_verified_at IS NOT NULL),
  CONSTRAINT accounts_alive_or_erased CHECK (
    CASE WHEN erased_at IS NULL THEN name IS NOT NULL AND email IS NOT NULL AND password_hash IS NOT NULL AND voter_id IS NOT NULL
         ELSE name IS NULL AND email IS NULL AND phone_number IS NULL AND password_hash IS NULL AND voter_id IS NULL
              AND totp_secret IS NULL AND email_verified_at IS NULL END),
  -- The languages are listed once, in packages/contracts/src/languages.ts, which the API compares each language with. A language that
  -- is added there needs no migration: the table only refuses what is no code of a language (ISO 639).
  CONSTRAINT accounts_language CHECK (language ~ '^[a-z]{2,3}$')
);
CREATE UNIQUE INDEX accounts_voter_id_key ON accounts (voter_id);
CREATE UNIQUE INDEX accounts_email_canonical_key ON accounts (email_canonical);
-- Find an account by the beginning of its address, number or name. Not WHERE erased_at IS NULL: with few accounts the planner
-- would read such an index from end to end for cast_votes().
CREATE INDEX accounts_find_email ON accounts (lower(email) text_pattern_ops) WHERE email IS NOT NULL;
CREATE INDEX accounts_find_phone ON accounts (phone_number text_pattern_ops) WHERE phone_number IS NOT NULL;
CREATE INDEX accounts_find_name ON accounts (lower(name) text_pattern_ops) WHERE name IS NOT NULL;
CREATE INDEX accounts_created_at_idx ON accounts (created_at);
CREATE INDEX accounts_email_verified_at ON accounts (email_verified_at) WHERE email_verified_at IS NOT NULL;
CREATE INDEX accounts_totp_confirmed_at ON accounts (totp_confirmed_at) WHERE totp_confirmed_at IS NOT NULL;
-- Accounts that are deleted because their mailbox was never proven, every hour. Without it, all accounts were read.
CREATE INDEX accounts_unproven ON accounts (created_at) WHERE email_verified_at IS NULL AND erased_at IS NULL;
-- Find an account by the beginning of any word of its name (findByWords).
CREATE INDEX accounts_find_words ON accounts USING gin ((array_to_tsvector(array_remove(string_to_array(translate(lower(name), '-–’''ʼ".,', '        '), ' '), ''))));

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  two_factor_at timestamptz(3),
  CONSTRAINT sessions_times CHECK (expires_at > created_at)
);
CREATE INDEX sessions_account_id_idx ON sessions (account_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE devices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT devices_token_hash CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX devices_token_hash_key ON devices (token_hash);
CREATE INDEX devices_account_id_idx ON devices (account_id);
CREATE INDEX devices_expires_at_idx ON devices (expires_at);

CREATE TABLE two_factor_setups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT two_factor_setups_hash CHECK (octet_length(browser_hash) = 32),
  CONSTRAINT two_factor_setups_times CHECK (expires_at > created_at)
);
CREATE INDEX two_factor_setups_expires_at_idx ON two_factor_setups (expires_at);
CREATE UNIQUE INDEX two_factor_setups_account_id_browser_hash_key ON two_factor_setups (account_id, browser_hash);

CREATE TABLE backup_codes (
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (account_id, code_hash),
  CONSTRAINT backup_codes_hash CHECK (octet_length(code_hash) = 32)
);

CREATE TABLE client_hints (
  id bigserial PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  event text NOT NULL,
  observed_ip inet NOT NULL,
  declared_ip text,
  user_agent text,
  time_zone text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX client_hints_account_id_idx ON client_hints (account_id);
CREATE INDEX client_hints_created_at_idx ON client_hints (created_at);

-- Codes, limits and proofs of work

CREATE TABLE challenges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  handle_hash bytea NOT NULL,
  account_id uuid REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  kind text NOT NULL,
  code_hash bytea,
  target_hash bytea,
  attempts smallint NOT NULL DEFAULT 0,
  delivery text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  consumed_at timestamptz(3),
  thread text,
  setup_id uuid,
  unconfirmed_tries smallint NOT NULL DEFAULT 0,
  -- A login renews the handle of a code that is open. The handle with which the code was sent stays known beside it: a page that
  -- registered an account corrects its mistyped address with that one.
  first_handle_hash bytea,
  CONSTRAINT challenges_kind CHECK (kind IN ('email', 'password_reset', 'totp_setup', 'totp_login', 'phone')),
  CONSTRAINT challenges_hashes CHECK (octet_length(handle_hash) = 32 AND octet_length(code_hash) = 32 AND octet_length(target_hash) = 32),
  CONSTRAINT challenges_code CHECK ((kind IN ('email', 'password_reset', 'phone')) = (code_hash IS NOT NULL)),
  CONSTRAINT challenges_target CHECK ((kind = 'phone') = (target_hash IS NOT NULL)),
  CONSTRAINT challenges_attempts CHECK (attempts BETWEEN 0 AND 5),
  CONSTRAINT challenges_delivery CHECK (delivery IN ('queued', 'sent', 'failed')),
  -- Who answers a code is counted by somebody: by the account, or by who asked for it.
  CONSTRAINT challenges_somebodys CHECK (account_id IS NOT NULL OR (thread IS NOT NULL AND kind IN ('email', 'password_reset'))),
  CONSTRAINT challenges_setup CHECK (setup_id IS NULL OR kind = 'totp_setup'),
  CONSTRAINT challenges_unconfirmed_tries CHECK (unconfirmed_tries >= 0)
);
CREATE UNIQUE INDEX challenges_handle_hash_key ON challenges (handle_hash);
CREATE INDEX challenges_account_id_kind_created_at_idx ON challenges (account_id, kind, created_at);
CREATE INDEX challenges_expires_at_idx ON challenges (expires_at);
CREATE INDEX challenges_thread_idx ON challenges (thread);
-- For deleteReplaced(), which looks a registration up by it.
CREATE INDEX challenges_first_handle ON challenges (first_handle_hash) WHERE first_handle_hash IS NOT NULL;

CREATE TABLE sms_charges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  challenge_id uuid REFERENCES challenges ON UPDATE CASCADE ON DELETE SET NULL,
  account_id uuid REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  phone_hash bytea,
  calling_code text NOT NULL,
  network text NOT NULL,
  charged_at timestamptz(3) NOT NULL,
  refunded_at timestamptz(3),
  freed_at timestamptz(3),
  CONSTRAINT sms_charges_hash CHECK (octet_length(phone_hash) = 32),
  CONSTRAINT sms_charges_calling_code CHECK (calling_code ~ '^[1-9][0-9]{0,3}$')
);
CREATE UNIQUE INDEX sms_charges_challenge_id_key ON sms_charges (challenge_id);
CREATE INDEX sms_charges_charged_at_idx ON sms_charges (charged_at);
CREATE INDEX sms_charges_account_id_charged_at_idx ON sms_charges (account_id, charged_at);
CREATE INDEX sms_charges_phone_hash_charged_at_idx ON sms_charges (phone_hash, charged_at);

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT rate_limits_points CHECK (points >= 0)
);
CREATE INDEX rate_limits_expires_at_idx ON rate_limits (expires_at);
-- The counters of mails, which support finds by their beginning. Those of votes are not in it: it costs them nothing.
CREATE INDEX rate_limits_mail ON rate_limits (key text_pattern_ops) WHERE key LIKE 'mail:asked:%' OR key LIKE 'codes:asker-%';

CREATE TABLE floods (
  work text NOT NULL,
  network text NOT NULL,
  heat double precision NOT NULL,
  is_on boolean NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (work, network),
  CONSTRAINT floods_work CHECK (work IN ('register', 'login', 'mail', 'sms')),
  CONSTRAINT floods_heat CHECK (heat >= 0 AND heat < 'Infinity')
);
CREATE INDEX floods_is_on_idx ON floods (is_on);
CREATE INDEX floods_at_idx ON floods (at);

CREATE TABLE spent_proofs (
  nonce bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT spent_proofs_nonce CHECK (octet_length(nonce) = 16)
);
CREATE INDEX spent_proofs_expires_at_idx ON spent_proofs (expires_at);

-- What is verified

CREATE TABLE claims (
  kind text NOT NULL,
  fingerprint bytea NOT NULL,
  account_id uuid REFERENCES accounts ON UPDATE CASCADE ON DELETE SET NULL,
  held_until timestamptz(3) NOT NULL,
  since timestamptz(3),
  PRIMARY KEY (kind, fingerprint),
  CONSTRAINT claims_kind CHECK (kind IN ('email', 'phone', 'instagram')),
  CONSTRAINT claims_fingerprint CHECK (octet_length(fingerprint) = 32)
);
CREATE INDEX claims_account_id_idx ON claims (account_id);

CREATE TABLE phone_verifications (
  id bigserial PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  phone_hash bytea NOT NULL,
  verified_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  CONSTRAINT phone_verifications_hash CHECK (octet_length(phone_hash) = 32)
);
CREATE UNIQUE INDEX phone_verifications_phone_hash_key ON phone_verifications (phone_hash);
CREATE INDEX phone_verifications_account_id_idx ON phone_verifications (account_id);
-- One live phone for an account.
CREATE UNIQUE INDEX phone_one_live_per_account ON phone_verifications (account_id) WHERE revoked_at IS NULL;
CREATE INDEX phone_verifications_verified_at_idx ON phone_verifications (verified_at);

CREATE TABLE social_links (
  id bigserial PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  provider text NOT NULL,
  subject_hash bytea NOT NULL,
  verified_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  CONSTRAINT social_links_provider CHECK (provider IN ('INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION')),
  CONSTRAINT social_links_hash CHECK (octet_length(subject_hash) = 32)
);
CREATE INDEX social_links_account_id_idx ON social_links (account_id);
CREATE UNIQUE INDEX social_links_provider_subject_hash_key ON social_links (provider, subject_hash);
-- One live link per network for an account.
CREATE UNIQUE INDEX social_one_live_per_account ON social_links (account_id, provider) WHERE revoked_at IS NULL;
CREATE INDEX social_links_verified_at_idx ON social_links (verified_at);

CREATE TABLE instagram_accounts (
  id_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  verified_at timestamptz(3) NOT NULL,
  CONSTRAINT instagram_accounts_hash CHECK (octet_length(id_hash) = 32)
);
CREATE INDEX instagram_accounts_account_id_idx ON instagram_accounts (account_id);

CREATE TABLE social_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  event_hash bytea NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  provider text NOT NULL,
  tag text,
  proof_code bytea,
  subject_hash bytea,
  status text NOT NULL DEFAULT 'IN_PROGRESS',
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  -- The fingerprint of the name of a Telegram account, so that support finds the person who tells it.
  name_hash bytea,
  CONSTRAINT social_requests_provider CHECK (provider IN ('INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION')),
  CONSTRAINT social_requests_status CHECK (status IN ('NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS')),
  CONSTRAINT social_requests_hashes CHECK (octet_length(event_hash) = 32 AND octet_length(subject_hash) = 32),
  CONSTRAINT social_requests_tag CHECK ((provider = 'INSTAGRAM_SUBSCRIPTION') = (tag IS NOT NULL)),
  CONSTRAINT social_requests_decided CHECK ((decided_at IS NOT NULL) = (status IN ('VERIFIED', 'NOT_VERIFIED')))
);
CREATE UNIQUE INDEX social_requests_event_hash_key ON social_requests (event_hash);
CREATE INDEX social_requests_account_id_provider_created_at_idx ON social_requests (account_id, provider, created_at);
CREATE INDEX social_requests_provider_status_created_at_idx ON social_requests (provider, status, created_at);
-- The queue of reviews, and who else submitted a name.
CREATE INDEX social_requests_open ON social_requests (created_at, id) WHERE decided_at IS NULL AND provider = 'INSTAGRAM_SUBSCRIPTION';
CREATE INDEX social_requests_subject_hash_idx ON social_requests (subject_hash);
-- Requests that nobody decided and that expire, every five minutes. Without it, all requests were read.
CREATE INDEX social_requests_undecided ON social_requests (expires_at) WHERE decided_at IS NULL;
-- For findBySocialName().
CREATE INDEX social_requests_name ON social_requests (name_hash) WHERE name_hash IS NOT NULL;

CREATE TABLE verification_logs (
  id bigserial PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES social_requests ON UPDATE CASCADE ON DELETE CASCADE,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT verification_logs_status CHECK (status IN ('NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS'))
);
CREATE INDEX verification_logs_request_id_idx ON verification_logs (request_id);

-- The award and the ballot box

CREATE TABLE categories (
  id smallserial PRIMARY KEY,
  nomination text NOT NULL,
  niche text NOT NULL,
  opens_at timestamptz(3),
  closes_at timestamptz(3)
);
CREATE UNIQUE INDEX categories_nomination_niche_key ON categories (nomination, niche);

CREATE TABLE nominees (
  id serial PRIMARY KEY,
  category_id smallint NOT NULL REFERENCES categories ON UPDATE CASCADE ON DELETE RESTRICT,
  company text NOT NULL,
  withdrawn_at timestamptz(3)
);
CREATE UNIQUE INDEX nominees_category_id_company_key ON nominees (category_id, company);

CREATE TABLE votes (
  voter_id uuid NOT NULL,
  category_id smallint NOT NULL,
  nominee_id integer NOT NULL,
  cast_at timestamptz(3) NOT NULL,
  -- The nonces open the leaf of the vote in the public log (docs/public-log.md); by the transaction the log finds what is committed.
  server_nonce bytea NOT NULL DEFAULT random_nonce(),
  -- Zeros: the browser sent none.
  browser_nonce bytea NOT NULL DEFAULT '\x00000000000000000000000000000000',
  tx bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  PRIMARY KEY (voter_id, category_id),
  CONSTRAINT votes_server_nonce CHECK (length(server_nonce) = 16),
  CONSTRAINT votes_browser_nonce CHECK (length(browser_nonce) = 16)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
-- Votes are appended in the order of their times, so the index stays tiny, costs a vote next to nothing, and finds a minute's votes
-- once its newest ranges are summarised.
CREATE INDEX votes_cast_at_idx ON votes USING brin (cast_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX votes_tx_idx ON votes USING brin (tx) WITH (autosummarize = on, pages_per_range = 32);

-- Rows are updated in place, again and again: room on the page keeps those updates off the index (HOT).
CREATE TABLE tallies (
  nominee_id integer NOT NULL REFERENCES nominees ON UPDATE CASCADE ON DELETE RESTRICT,
  slot smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (nominee_id, slot),
  CONSTRAINT tallies_count CHECK (count >= 0)
) WITH (fillfactor = 25, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The rows are updated once a second: room on the page keeps those updates off the index (HOT).
CREATE TABLE published_tallies (
  category_id smallint PRIMARY KEY REFERENCES categories ON UPDATE CASCADE ON DELETE CASCADE,
  counts jsonb NOT NULL,
  votes bigint NOT NULL,
  final boolean NOT NULL,
  published_at timestamptz(3) NOT NULL
) WITH (fillfactor = 25);

CREATE TABLE vote_origins (
  voter_id uuid NOT NULL,
  category_id smallint NOT NULL,
  minute timestamptz(3) NOT NULL,
  network cidr NOT NULL,
  user_agent text NOT NULL,
  time_zone text,
  PRIMARY KEY (voter_id, category_id),
  -- No address of a single subscriber, whatever is written.
  CONSTRAINT vote_origins_network CHECK (masklen(network) <= CASE family(network) WHEN 4 THEN 24 ELSE 48 END),
  CONSTRAINT vote_origins_texts CHECK (length(user_agent) <= 40 AND length(time_zone) <= 64)
);
-- forget_vote_origins() looks for origins of before a time.
CREATE INDEX vote_origins_minute_idx ON vote_origins USING brin (minute);

CREATE TABLE vote_origin_batches (
  id bigserial PRIMARY KEY,
  -- Compressing a batch that is soon deleted costs more than writing it.
  origins text STORAGE EXTERNAL NOT NULL
);

-- The edition and the phases

CREATE TABLE editions (
  id serial PRIMARY KEY,
  imported_at timestamptz(3) NOT NULL,
  announced_at timestamptz(3),
  digest text NOT NULL,
  files jsonb NOT NULL,
  approvals smallint,
  embargo boolean,
  imported_by text,
  manifest jsonb,
  reason text,
  facts jsonb,
  CONSTRAINT editions_digest CHECK (digest <> ''),
  CONSTRAINT editions_files CHECK (jsonb_typeof(files) = 'object'),
  CONSTRAINT editions_approvals CHECK (approvals IN (1, 2))
);

CREATE TABLE edition_files (
  sha256 bytea PRIMARY KEY,
  content bytea NOT NULL
);

CREATE TABLE edition_drafts (
  id serial PRIMARY KEY,
  source text NOT NULL,
  based_on integer,
  manifest jsonb NOT NULL,
  problems jsonb NOT NULL,
  uploaded_at timestamptz(3) NOT NULL,
  uploaded_by text NOT NULL,
  published_as integer,
  -- What two people agree to: see guarded_changes().
  proposal jsonb,
  proposed_at timestamptz(3),
  proposed_by text,
  proposed_reason text,
  -- The names of uploaded files that the edition of the draft does not use.
  left_out jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT edition_drafts_source CHECK (source IN ('zip', 'csv')),
  CONSTRAINT edition_drafts_published CHECK (published_as IS NULL OR problems = '[]'),
  CONSTRAINT edition_drafts_proposed CHECK (
    (proposal IS NULL) = (proposed_at IS NULL) AND (proposal IS NULL) = (proposed_by IS NULL)
    AND (proposal IS NULL) = (proposed_reason IS NULL) AND (proposal IS NULL OR problems = '[]'))
);

CREATE TABLE phase_times (
  boundary text PRIMARY KEY,
  at timestamptz(3),
  CONSTRAINT phase_times_boundary CHECK (boundary IN ('opens', 'closes', 'announced'))
);

CREATE TABLE phase_proposals (
  id serial PRIMARY KEY,
  move jsonb NOT NULL,
  seen jsonb NOT NULL,
  numbers jsonb NOT NULL,
  reason text NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  proposed_by text NOT NULL,
  approved boolean,
  decided_at timestamptz(3),
  decided_by text,
  applied_at timestamptz(3),
  CONSTRAINT phase_proposals_move CHECK (jsonb_typeof(move) = 'object' AND jsonb_typeof(seen) = 'object'),
  CONSTRAINT phase_proposals_decided CHECK ((approved IS NULL) = (decided_at IS NULL) AND (approved IS NULL) = (decided_by IS NULL)),
  CONSTRAINT phase_proposals_two_people CHECK (NOT same_person(decided_by, proposed_by)),
  CONSTRAINT phase_proposals_applied CHECK (applied_at IS NULL OR approved),
  -- The record is kept, so it names no person, like the audit log.
  CONSTRAINT phase_proposals_impersonal CHECK (reason !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)')
);

-- The audit log

CREATE TABLE audit_entries (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  reason text,
  detail jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT audit_entries_said CHECK (actor <> '' AND subject <> '' AND reason <> ''),
  CONSTRAINT audit_entries_action CHECK (action ~ '^[a-z]+[.][a-z-]+$'),
  CONSTRAINT audit_entries_detail CHECK (jsonb_typeof(detail) = 'object'),
  -- The log is kept for good, so nothing by which a person is known may get into it: no address, no name on a network (@), no phone
  -- number. A long number inside of a word or an id is none.
  CONSTRAINT audit_entries_impersonal CHECK (
    subject !~ '@' AND detail::text !~ '@' AND reason !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)')
);
CREATE INDEX audit_entries_at_idx ON audit_entries (at);
-- What was done to one subject.
CREATE INDEX audit_entries_subject_id_idx ON audit_entries (subject, id);
-- The moves of the phases among all entries.
CREATE INDEX audit_entries_moves ON audit_entries (id) WHERE action IN ('phase.set', 'edition.import') AND detail ? 'closes';
-- The audit log by person, whichever place they used, and by action.
CREATE INDEX audit_entries_person ON audit_entries (person_of(actor), id);
CREATE INDEX audit_entries_family ON audit_entries (split_part(action, '.', 1), id);
CREATE INDEX audit_entries_action_id_idx ON audit_entries (action, id);

CREATE TABLE rehearsed_accounts (
  entry_id bigint NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  PRIMARY KEY (entry_id, account_id)
);
CREATE INDEX rehearsed_accounts_account_id_idx ON rehearsed_accounts (account_id);

-- Exclusions

CREATE TABLE exclusions (
  id serial PRIMARY KEY,
  selection jsonb NOT NULL,
  public_reason jsonb NOT NULL,
  reason text NOT NULL,
  evidence text,
  approvals smallint NOT NULL,
  votes integer NOT NULL,
  voters integer NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  proposed_by text NOT NULL,
  approved boolean,
  decided_at timestamptz(3),
  decided_by text,
  applied_at timestamptz(3),
  applied_by text,
  undone_at timestamptz(3),
  undone_by text,
  undo_proposed_at timestamptz(3),
  undo_proposed_by text,
  undo_reason text,
  -- The leaf of an exclusion commits to the places of its votes. Who knows the log must not find them by trying, so the commitment
  -- has a salt: 122 random bits.
  salt bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()),
  CONSTRAINT exclusions_selection CHECK (jsonb_typeof(selection) = 'object' AND selection <> '{}'),
  CONSTRAINT exclusions_public_reason CHECK (jsonb_typeof(public_reason) = 'object' AND public_reason <> '{}'),
  CONSTRAINT exclusions_approvals CHECK (approvals IN (1, 2)),
  CONSTRAINT exclusions_votes CHECK (votes > 0 AND voters > 0 AND voters <= votes),
  CONSTRAINT exclusions_decided CHECK ((approved IS NULL) = (decided_at IS NULL) AND (approved IS NULL) = (decided_by IS NULL)),
  CONSTRAINT exclusions_applied CHECK (
    (applied_at IS NULL) = (applied_by IS NULL) AND (applied_at IS NULL OR approved IS TRUE OR (approvals = 1 AND approved IS NULL))),
  CONSTRAINT exclusions_undone CHECK (
    (undone_at IS NULL) = (undone_by IS NULL) AND (undone_at IS NULL OR applied_at IS NOT NULL)),
  CONSTRAINT exclusions_two_people CHECK (NOT same_person(decided_by, proposed_by)),
  -- The record is kept and partly published, so it names no person, like the audit log. Each text on its own, as the API checks
  -- them: joined, the end of one and the beginning of the next can look like a number.
  CONSTRAINT exclusions_impersonal CHECK (
    reason !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)'
    AND coalesce(evidence, '') !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)'
    AND public_reason::text !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)'),
  CONSTRAINT exclusions_undo_proposed CHECK (
    (undo_proposed_at IS NULL) = (undo_proposed_by IS NULL) AND (undo_proposed_at IS NULL) = (undo_reason IS NULL)
    AND (undo_proposed_at IS NULL OR applied_at IS NOT NULL))
);

CREATE TABLE excluded_votes (
  exclusion_id integer NOT NULL REFERENCES exclusions ON UPDATE CASCADE ON DELETE RESTRICT,
  voter_id uuid NOT NULL,
  category_id smallint NOT NULL,
  nominee_id integer NOT NULL,
  PRIMARY KEY (exclusion_id, voter_id, category_id)
);
CREATE INDEX excluded_votes_voter_id_category_id_idx ON excluded_votes (voter_id, category_id);

CREATE TABLE excluded_tallies (
  nominee_id integer PRIMARY KEY REFERENCES nominees ON UPDATE CASCADE ON DELETE RESTRICT,
  count bigint NOT NULL,
  CONSTRAINT excluded_tallies_count CHECK (count >= 0)
);

CREATE TABLE exclusion_notices (
  exclusion_id integer NOT NULL REFERENCES exclusions ON UPDATE CASCADE ON DELETE RESTRICT,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  sent_at timestamptz(3) NOT NULL,
  undone_sent_at timestamptz(3),
  PRIMARY KEY (exclusion_id, account_id)
);
CREATE INDEX exclusion_notices_account_id_idx ON exclusion_notices (account_id);

CREATE TABLE objections (
  id serial PRIMARY KEY,
  exclusion_id integer NOT NULL REFERENCES exclusions ON UPDATE CASCADE ON DELETE RESTRICT,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  text text NOT NULL,
  made_at timestamptz(3) NOT NULL,
  answer text,
  answered_at timestamptz(3),
  answered_by text,
  answer_sent_at timestamptz(3),
  CONSTRAINT objections_text CHECK (length(text) BETWEEN 1 AND 2000),
  CONSTRAINT objections_answer CHECK (length(answer) BETWEEN 1 AND 2000),
  CONSTRAINT objections_answered CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  CONSTRAINT objections_sent CHECK (answer_sent_at IS NULL OR answered_at IS NOT NULL)
);
CREATE UNIQUE INDEX objections_exclusion_id_account_id_key ON objections (exclusion_id, account_id);
CREATE INDEX objections_account_id_idx ON objections (account_id);
CREATE INDEX objections_open ON objections (exclusion_id) WHERE answered_at IS NULL;

-- The public log

CREATE TABLE log_checkpoints (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  note text NOT NULL,
  at timestamptz(3) NOT NULL,
  votes integer NOT NULL,
  voters integer NOT NULL,
  totals jsonb NOT NULL,
  next_tx bigint NOT NULL,
  cluster text NOT NULL,
  CONSTRAINT log_checkpoints_size CHECK (size > 0),
  CONSTRAINT log_checkpoints_root CHECK (octet_length(root) = 32),
  CONSTRAINT log_checkpoints_counts CHECK (votes >= 0 AND voters >= 0)
);

CREATE TABLE log_tiles (
  level smallint NOT NULL,
  tile bigint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (level, tile),
  CONSTRAINT log_tiles_data CHECK (
    octet_length(data) > 0 AND (level = -1 OR (octet_length(data) <= 8192 AND octet_length(data) % 32 = 0))),
  CONSTRAINT log_tiles_place CHECK (level BETWEEN -1 AND 7 AND tile >= 0)
);

CREATE TABLE log_votes (
  voter_id uuid NOT NULL,
  category_id smallint NOT NULL,
  leaf bigint NOT NULL,
  PRIMARY KEY (voter_id, category_id),
  CONSTRAINT log_votes_leaf CHECK (leaf >= 0)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
CREATE UNIQUE INDEX log_votes_leaf_key ON log_votes (leaf);

CREATE TABLE log_items (
  leaf bigint PRIMARY KEY,
  kind text NOT NULL,
  ref text NOT NULL,
  content text,
  CONSTRAINT log_items_leaf CHECK (leaf >= 0),
  CONSTRAINT log_items_kind CHECK (kind IN ('edition', 'phase', 'exclusion', 'result')),
  CONSTRAINT log_items_content CHECK ((kind = 'edition') = (content IS NOT NULL))
);
CREATE INDEX log_items_kind_leaf_idx ON log_items (kind, leaf);
-- An edition has one leaf, and so has each change of an exclusion.
CREATE UNIQUE INDEX log_items_once ON log_items (kind, ref) WHERE kind IN ('edition', 'exclusion');

CREATE TABLE log_results (
  leaf bigint PRIMARY KEY,
  nonce bytea NOT NULL,
  text text NOT NULL,
  CONSTRAINT log_results_nonce CHECK (octet_length(nonce) = 16)
);

CREATE TABLE log_cosignatures (
  size bigint NOT NULL,
  witness text NOT NULL,
  line text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (size, witness),
  CONSTRAINT log_cosignatures_line CHECK (line LIKE '— %' AND line NOT LIKE E'%\n%')
);
-- The newest cosignature of a witness, for the status of the log and before a witness is asked. Without it, all cosignatures were read.
CREATE INDEX log_cosignatures_witness_size_idx ON log_cosignatures (witness, size DESC);

-- The team

CREATE TABLE team_members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  role text NOT NULL,
  invited_by text NOT NULL,
  joined_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3),
  CONSTRAINT team_members_role CHECK (role IN ('owner', 'organiser', 'support', 'auditor'))
);
-- A name stands for one person in the audit log.
CREATE UNIQUE INDEX team_members_one_name ON team_members (lower(name)) WHERE removed_at IS NULL;

CREATE TABLE team_passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id uuid NOT NULL REFERENCES team_members ON UPDATE CASCADE ON DELETE RESTRICT,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  synced boolean NOT NULL,
  label text NOT NULL,
  added_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  removed_at timestamptz(3)
);
CREATE UNIQUE INDEX team_passkeys_credential_id_key ON team_passkeys (credential_id);
CREATE INDEX team_passkeys_member_id_idx ON team_passkeys (member_id);

CREATE TABLE team_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  member_id uuid REFERENCES team_members ON UPDATE CASCADE ON DELETE RESTRICT,
  invited_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT team_invitations_role CHECK (role IN ('owner', 'organiser', 'support', 'auditor'))
);
CREATE UNIQUE INDEX team_invitations_token_hash_key ON team_invitations (token_hash);

CREATE TABLE team_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL,
  member_id uuid NOT NULL REFERENCES team_members ON UPDATE CASCADE ON DELETE RESTRICT,
  started_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  passkey_at timestamptz(3) NOT NULL,
  network text NOT NULL,
  browser text NOT NULL,
  ended_at timestamptz(3)
);
CREATE UNIQUE INDEX team_sessions_token_hash_key ON team_sessions (token_hash);
CREATE INDEX team_sessions_member_id_idx ON team_sessions (member_id);

CREATE TABLE team_challenges (
  hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX team_challenges_expires_at_idx ON team_challenges (expires_at);

-- Messages and activity

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  account_id uuid REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  kind text NOT NULL,
  purpose text NOT NULL,
  calling_code text,
  provider text NOT NULL,
  state text NOT NULL DEFAULT 'queued',
  tries smallint NOT NULL DEFAULT 0,
  problem text,
  given_up_why text,
  cost_micros bigint,
  currency text,
  created_at timestamptz(3) NOT NULL,
  tried_at timestamptz(3),
  sent_at timestamptz(3),
  gave_up_at timestamptz(3),
  CONSTRAINT messages_kind CHECK (kind IN ('mail', 'sms')),
  CONSTRAINT messages_purpose CHECK (purpose ~ '^[a-z_]{3,40}$'),
  CONSTRAINT messages_calling_code CHECK ((kind = 'sms') = (calling_code IS NOT NULL) AND calling_code ~ '^[1-9][0-9]{0,3}$'),
  CONSTRAINT messages_state CHECK (state IN ('queued', 'sent', 'failed', 'given_up')),
  CONSTRAINT messages_tries CHECK (tries >= 0),
  CONSTRAINT messages_given_up CHECK ((state = 'given_up') = (gave_up_at IS NOT NULL) AND (state = 'given_up') = (given_up_why IS NOT NULL)
    AND given_up_why IN ('refused', 'tries', 'outdated')),
  CONSTRAINT messages_sent CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT messages_cost CHECK (cost_micros >= 0 AND (cost_micros IS NULL) = (currency IS NULL) AND currency ~ '^[A-Z]{3}$'),
  -- A provider's words often repeat whom it refused.
  CONSTRAINT messages_impersonal CHECK (problem !~ '@|\+\d|\d{7}' AND length(problem) <= 300)
);
CREATE INDEX messages_created_at_id_idx ON messages (created_at, id);
CREATE INDEX messages_state_created_at_id_idx ON messages (state, created_at, id);
CREATE INDEX messages_calling_code_created_at_id_idx ON messages (calling_code, created_at, id);
CREATE INDEX messages_provider_created_at_id_idx ON messages (provider, created_at, id);
CREATE INDEX messages_account_id_created_at_idx ON messages (account_id, created_at);
CREATE INDEX messages_sent_at_idx ON messages (sent_at);
CREATE INDEX messages_gave_up_at_idx ON messages (gave_up_at);

CREATE TABLE message_totals (
  hour timestamptz(3) NOT NULL,
  kind text NOT NULL,
  calling_code text NOT NULL,
  provider text NOT NULL,
  currency text NOT NULL,
  sent bigint NOT NULL,
  failed bigint NOT NULL,
  cost_micros bigint NOT NULL,
  PRIMARY KEY (hour, kind, calling_code, provider, currency)
);

CREATE TABLE activity (
  kind text NOT NULL,
  minute timestamptz(3) NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (kind, minute),
  CONSTRAINT activity_kind CHECK (kind IN ('votes', 'first_votes', 'registered', 'email_verified', 'two_factor', 'phone_verified',
    'social_verified', 'sms_sent', 'sms_failed', 'mail_sent', 'mail_failed')),
  CONSTRAINT activity_count CHECK (count > 0),
  CONSTRAINT activity_whole_minute CHECK (minute = date_trunc('minute', minute, 'UTC'))
);

CREATE TABLE activity_hours (
  kind text NOT NULL,
  hour timestamptz(3) NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (kind, hour)
);

CREATE TABLE activity_progress (
  id boolean PRIMARY KEY DEFAULT true,
  recorded_until timestamptz(3) NOT NULL,
  settled_until timestamptz(3) NOT NULL,
  looked_at timestamptz(3) NOT NULL,
  in_flight text[],
  CONSTRAINT activity_progress_one_row CHECK (id),
  CONSTRAINT activity_progress_order CHECK (settled_until <= recorded_until)
);

CREATE TABLE processes (
  id uuid PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  sockets integer NOT NULL,
  CONSTRAINT processes_sockets CHECK (sockets >= 0)
);

-- Keys

CREATE TABLE sealed_keys (
  name text PRIMARY KEY,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Views

-- The single source of "who may vote".
CREATE VIEW voter_eligibility AS
SELECT a.id AS account_id,
       a.voter_id,
       a.email_verified_at IS NOT NULL AS email_ok,
       a.totp_confirmed_at IS NOT NULL AS two_factor_ok,
       EXISTS (SELECT 1 FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS phone_ok,
       EXISTS (SELECT 1 FROM social_links s WHERE s.account_id = a.id AND s.revoked_at IS NULL) AS social_ok
  FROM accounts a
 WHERE a.erased_at IS NULL AND a.suspended_at IS NULL;

CREATE VIEW tally_totals AS
SELECT nominee_id, sum(count)::bigint AS count FROM tallies GROUP BY nominee_id;

-- The votes of each nominee that count: cast and not excluded.
CREATE VIEW counted_totals AS
SELECT t.nominee_id, t.count - coalesce(x.count, 0) AS count
  FROM tally_totals t
  LEFT JOIN excluded_tallies x ON x.nominee_id = t.nominee_id;

-- The audit log as organisers see it: a preview's entry with the accounts that are not erased.
CREATE VIEW audit_log AS
SELECT e.id, e.at, e.actor, e.action, e.subject, e.reason,
       e.detail || coalesce((SELECT jsonb_build_object('accounts', string_agg(r.account_id::text, ', ' ORDER BY r.account_id))
                               FROM rehearsed_accounts r WHERE r.entry_id = e.id HAVING count(*) > 0), '{}') AS detail
  FROM audit_entries e;
