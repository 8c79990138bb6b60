-- Several editions in one database: one for each year. The tables below have the rows of all years, and are called all_…; the views with
-- their names of before show those of one year, so that each statement speaks of one edition. See edition_year().

CREATE TABLE years (
  year smallint PRIMARY KEY,
  state text NOT NULL,
  -- When it became the current one (null: it was the first), and when it was archived.
  began_at timestamptz(3),
  ended_at timestamptz(3),
  -- When a draft becomes the current one, and who asked for that.
  switch_at timestamptz(3),
  switch_by text,
  switch_reason text,
  CONSTRAINT years_year CHECK (year BETWEEN 2000 AND 2100),
  CONSTRAINT years_state CHECK (state IN ('draft', 'current', 'archived')),
  CONSTRAINT years_ended CHECK ((state = 'archived') = (ended_at IS NOT NULL)),
  CONSTRAINT years_switch CHECK ((switch_at IS NULL) = (switch_by IS NULL) AND (switch_at IS NULL) = (switch_reason IS NULL)
                                 AND (switch_at IS NULL OR state = 'draft'))
);
CREATE UNIQUE INDEX years_one_current ON years (state) WHERE state = 'current';

-- The random ids that accounts had in archived editions, of those that voted.
CREATE TABLE past_voters (
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  year smallint NOT NULL REFERENCES years ON UPDATE RESTRICT ON DELETE RESTRICT,
  voter_id uuid NOT NULL,
  PRIMARY KEY (account_id, year)
);
CREATE UNIQUE INDEX past_voters_voter_id_key ON past_voters (voter_id);

-- What an archived edition answers, for good.
CREATE TABLE archived_answers (
  year smallint NOT NULL REFERENCES years ON UPDATE RESTRICT ON DELETE RESTRICT,
  path text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (year, path)
);

CREATE FUNCTION edition_year() RETURNS smallint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT y.year FROM years y
                    WHERE y.year = nullif(current_setting('laurel.year', true), '')::smallint
                      AND (y.state = 'draft' OR current_setting('transaction_read_only') = 'on')),
                  (SELECT y.year FROM years y WHERE y.state = 'current'))
$$;

INSERT INTO years (year, state)
SELECT coalesce((SELECT a.subject::smallint FROM audit_entries a WHERE a.action = 'edition.import' ORDER BY a.id DESC LIMIT 1),
                extract(year FROM now())::smallint), 'current'
 WHERE EXISTS (SELECT FROM categories);

DO $$
DECLARE
  v_table text;
  v_grant text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['categories', 'editions', 'phase_times', 'phase_proposals', 'exclusions', 'log_checkpoints', 'log_tiles',
                                 'log_votes', 'log_items', 'log_results', 'log_cosignatures'] LOOP
    EXECUTE format('ALTER TABLE %1$I ADD COLUMN year smallint NOT NULL DEFAULT edition_year();
                    ALTER TABLE %1$I RENAME TO all_%1$s;
                    CREATE VIEW %1$I AS SELECT * FROM all_%1$s WHERE year = (SELECT edition_year())', v_table);
    -- Copies of the release before read them until the rights are granted again.
    FOR v_grant IN SELECT format('GRANT %s ON %I TO %s', a.privilege_type, v_table, a.grantee::regrole)
                     FROM pg_class c, aclexplode(c.relacl) a
                    WHERE c.oid = to_regclass('public.all_' || v_table) AND a.grantee <> 0 AND a.grantee <> c.relowner LOOP
      EXECUTE v_grant;
    END LOOP;
  END LOOP;
END $$;

-- Keys of all years. No voter waits for these tables; log_votes, which grows with the votes, follows in a migration of its own.
DROP INDEX categories_nomination_niche_key;
CREATE UNIQUE INDEX categories_nomination_niche_key ON all_categories (year, nomination, niche);
ALTER TABLE all_phase_times DROP CONSTRAINT phase_times_pkey, ADD CONSTRAINT phase_times_pkey PRIMARY KEY (year, boundary);
ALTER TABLE all_log_checkpoints DROP CONSTRAINT log_checkpoints_pkey, ADD CONSTRAINT log_checkpoints_pkey PRIMARY KEY (year, size);
ALTER TABLE all_log_tiles DROP CONSTRAINT log_tiles_pkey, ADD CONSTRAINT log_tiles_pkey PRIMARY KEY (year, level, tile);
ALTER TABLE all_log_items DROP CONSTRAINT log_items_pkey, ADD CONSTRAINT log_items_pkey PRIMARY KEY (year, leaf);
ALTER TABLE all_log_results DROP CONSTRAINT log_results_pkey, ADD CONSTRAINT log_results_pkey PRIMARY KEY (year, leaf);
ALTER TABLE all_log_cosignatures DROP CONSTRAINT log_cosignatures_pkey, ADD CONSTRAINT log_cosignatures_pkey PRIMARY KEY (year, size, witness);
DROP INDEX log_cosignatures_witness_size_idx;
CREATE INDEX log_cosignatures_year_witness_size_idx ON all_log_cosignatures (year, witness, size DESC);
DROP INDEX log_votes_leaf_key;

-- The random ids of accounts in the ballots of all editions.
CREATE VIEW voter_ids AS
SELECT a.id AS account_id, a.voter_id FROM accounts a WHERE a.voter_id IS NOT NULL
 UNION ALL
SELECT p.account_id, p.voter_id FROM past_voters p;
