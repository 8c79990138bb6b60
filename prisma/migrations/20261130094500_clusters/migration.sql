CREATE TABLE clusters (
  id SERIAL CONSTRAINT clusters_pkey PRIMARY KEY,
  year SMALLINT NOT NULL DEFAULT edition_year(),
  certainty TEXT NOT NULL CONSTRAINT clusters_certainty CHECK (certainty IN ('likely', 'possible', 'look_closer')),
  people INTEGER NOT NULL,
  nominees INTEGER[] NOT NULL,
  reasons JSONB NOT NULL,
  against JSONB NOT NULL,
  found_at TIMESTAMPTZ(3) NOT NULL,
  seen_at TIMESTAMPTZ(3) NOT NULL,
  told_at TIMESTAMPTZ(3),
  state TEXT NOT NULL DEFAULT 'open' CONSTRAINT clusters_state CHECK (state IN ('open', 'watched', 'dismissed')),
  why TEXT,
  reason TEXT,
  decided_at TIMESTAMPTZ(3),
  decided_by TEXT,
  decided_people INTEGER,
  CONSTRAINT clusters_decision CHECK (num_nonnulls(reason, decided_at, decided_by, decided_people) IN (0, 4))
);

CREATE TABLE cluster_members (
  cluster_id INTEGER NOT NULL CONSTRAINT cluster_members_cluster_id_fkey REFERENCES clusters (id) ON DELETE CASCADE ON UPDATE CASCADE,
  voter_id UUID NOT NULL,
  shares SMALLINT[] NOT NULL,
  CONSTRAINT cluster_members_pkey PRIMARY KEY (cluster_id, voter_id)
);
CREATE INDEX cluster_members_voter_id_idx ON cluster_members (voter_id);

CREATE TABLE cluster_searches (
  year SMALLINT CONSTRAINT cluster_searches_pkey PRIMARY KEY,
  at TIMESTAMPTZ(3) NOT NULL,
  compared INTEGER NOT NULL
);
