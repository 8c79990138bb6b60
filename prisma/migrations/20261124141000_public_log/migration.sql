-- CreateTable
CREATE TABLE "log_checkpoints" (
    "size" BIGINT NOT NULL,
    "root" BYTEA NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "votes" INTEGER NOT NULL,
    "voters" INTEGER NOT NULL,
    "totals" JSONB NOT NULL,
    "next_tx" BIGINT NOT NULL,
    "cluster" TEXT NOT NULL,

    CONSTRAINT "log_checkpoints_pkey" PRIMARY KEY ("size")
);

-- CreateTable
CREATE TABLE "log_tiles" (
    "level" SMALLINT NOT NULL,
    "tile" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "log_tiles_pkey" PRIMARY KEY ("level","tile")
);

-- CreateTable
CREATE TABLE "log_votes" (
    "voter_id" UUID NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "leaf" BIGINT NOT NULL,

    CONSTRAINT "log_votes_pkey" PRIMARY KEY ("voter_id","category_id")
);

-- CreateTable
CREATE TABLE "log_items" (
    "leaf" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "content" TEXT,

    CONSTRAINT "log_items_pkey" PRIMARY KEY ("leaf")
);

-- CreateTable
CREATE TABLE "log_results" (
    "leaf" BIGINT NOT NULL,
    "nonce" BYTEA NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "log_results_pkey" PRIMARY KEY ("leaf")
);

-- CreateTable
CREATE TABLE "log_cosignatures" (
    "size" BIGINT NOT NULL,
    "witness" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_cosignatures_pkey" PRIMARY KEY ("size","witness")
);

-- CreateIndex
CREATE UNIQUE INDEX "log_votes_leaf_key" ON "log_votes"("leaf");

-- CreateIndex
CREATE INDEX "log_items_kind_leaf_idx" ON "log_items"("kind", "leaf");

-- The tables, like the votes, are never updated, except for the tiles at the right edge of the tree.
ALTER TABLE log_votes SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- An edition has one leaf, and so has each change of an exclusion.
CREATE UNIQUE INDEX log_items_once ON log_items (kind, ref) WHERE kind IN ('edition', 'exclusion');

ALTER TABLE log_checkpoints
  ADD CONSTRAINT log_checkpoints_size CHECK (size > 0),
  ADD CONSTRAINT log_checkpoints_root CHECK (octet_length(root) = 32),
  ADD CONSTRAINT log_checkpoints_counts CHECK (votes >= 0 AND voters >= 0);
ALTER TABLE log_tiles
  ADD CONSTRAINT log_tiles_place CHECK (level BETWEEN -1 AND 7 AND tile >= 0),
  ADD CONSTRAINT log_tiles_data CHECK (
    octet_length(data) > 0 AND (level = -1 OR (octet_length(data) <= 8192 AND octet_length(data) % 32 = 0)));
ALTER TABLE log_votes ADD CONSTRAINT log_votes_leaf CHECK (leaf >= 0);
ALTER TABLE log_items
  ADD CONSTRAINT log_items_leaf CHECK (leaf >= 0),
  ADD CONSTRAINT log_items_kind CHECK (kind IN ('edition', 'phase', 'exclusion', 'result')),
  ADD CONSTRAINT log_items_content CHECK ((kind = 'edition') = (content IS NOT NULL));
ALTER TABLE log_results ADD CONSTRAINT log_results_nonce CHECK (octet_length(nonce) = 16);
ALTER TABLE log_cosignatures ADD CONSTRAINT log_cosignatures_line CHECK (line LIKE '— %' AND line NOT LIKE E'%\n%');

-- A tile keeps what it has, and gets more behind it.
CREATE FUNCTION log_tile_only_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR (NEW.level, NEW.tile) IS DISTINCT FROM (OLD.level, OLD.tile)
     OR octet_length(NEW.data) <= octet_length(OLD.data)
     OR substr(NEW.data, 1, octet_length(OLD.data)) <> OLD.data THEN
    RAISE EXCEPTION 'tiles of the log only grow' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER log_tiles_only_grow BEFORE UPDATE OR DELETE ON log_tiles FOR EACH ROW EXECUTE FUNCTION log_tile_only_grows();
CREATE TRIGGER log_tiles_no_truncate BEFORE TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoints_no_truncate BEFORE TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_votes_append_only BEFORE UPDATE OR DELETE ON log_votes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_votes_no_truncate BEFORE TRUNCATE ON log_votes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_items_append_only BEFORE UPDATE OR DELETE ON log_items FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_items_no_truncate BEFORE TRUNCATE ON log_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_results_append_only BEFORE UPDATE OR DELETE ON log_results FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_results_no_truncate BEFORE TRUNCATE ON log_results FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_cosignatures_append_only BEFORE UPDATE OR DELETE ON log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_cosignatures_no_truncate BEFORE TRUNCATE ON log_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE log_tiles ENABLE ALWAYS TRIGGER log_tiles_only_grow;
ALTER TABLE log_tiles ENABLE ALWAYS TRIGGER log_tiles_no_truncate;
ALTER TABLE log_checkpoints ENABLE ALWAYS TRIGGER log_checkpoints_append_only;
ALTER TABLE log_checkpoints ENABLE ALWAYS TRIGGER log_checkpoints_no_truncate;
ALTER TABLE log_votes ENABLE ALWAYS TRIGGER log_votes_append_only;
ALTER TABLE log_votes ENABLE ALWAYS TRIGGER log_votes_no_truncate;
ALTER TABLE log_items ENABLE ALWAYS TRIGGER log_items_append_only;
ALTER TABLE log_items ENABLE ALWAYS TRIGGER log_items_no_truncate;
ALTER TABLE log_results ENABLE ALWAYS TRIGGER log_results_append_only;
ALTER TABLE log_results ENABLE ALWAYS TRIGGER log_results_no_truncate;
ALTER TABLE log_cosignatures ENABLE ALWAYS TRIGGER log_cosignatures_append_only;
ALTER TABLE log_cosignatures ENABLE ALWAYS TRIGGER log_cosignatures_no_truncate;

-- Appends leaves to the log with the checkpoint that has them, in one transaction. False if the newest checkpoint has another
-- size than p_expected (0: none): somebody else was first. Refused: a size that is not that of all leaves, leaves out of
-- order, a vote that does not exist or is in the log, and tiles that lack a leaf or change what is stored.
-- A tile is given if it is new or grows, with its whole content; a leaf is the place of an entry, from 0.
CREATE FUNCTION append_to_log(p_expected int8, p_size int8, p_root bytea, p_note text, p_at timestamptz, p_people int4,
                              p_next_tx int8, p_cluster text,
                              p_levels int2[], p_tiles int8[], p_data bytea[],
                              p_voters uuid[], p_categories int2[], p_vote_leaves int8[],
                              p_kinds text[], p_refs text[], p_contents text[], p_item_leaves int8[],
                              p_result_nonce bytea, p_result_text text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_newest int8;
  v_totals jsonb;
  v_votes int8;
BEGIN
  -- One at a time: the statements below see what the one before it appended.
  PERFORM pg_advisory_xact_lock(5203193);
  SELECT c.size, c.totals INTO v_newest, v_totals FROM log_checkpoints c ORDER BY c.size DESC LIMIT 1;
  IF coalesce(v_newest, 0) <> p_expected THEN RETURN false; END IF;

  -- As many different leaves as the tree grows by, each behind the old size and before the new one: all places are taken once.
  IF p_size <= p_expected OR p_size - p_expected <> (
       SELECT count(DISTINCT leaf) FROM unnest(p_vote_leaves || p_item_leaves) AS leaf WHERE leaf >= p_expected AND leaf < p_size)
     OR cardinality(p_vote_leaves) + cardinality(p_item_leaves) <> p_size - p_expected THEN
    RAISE EXCEPTION 'the log grows by exactly its new leaves' USING ERRCODE = 'LA002';
  END IF;

  INSERT INTO log_votes (voter_id, category_id, leaf)
  SELECT v.voter_id, v.category_id, l.leaf
    FROM unnest(p_voters, p_categories, p_vote_leaves) AS l (voter_id, category_id, leaf)
    CROSS JOIN LATERAL (SELECT w.voter_id, w.category_id FROM votes w
                         WHERE w.voter_id = l.voter_id AND w.category_id = l.category_id OFFSET 0) v;
  GET DIAGNOSTICS v_votes = ROW_COUNT;
  IF v_votes <> cardinality(p_vote_leaves) THEN
    RAISE EXCEPTION 'a vote of the log does not exist' USING ERRCODE = 'LA002';
  END IF;

  INSERT INTO log_items (leaf, kind, ref, content)
  SELECT i.leaf, i.kind, i.ref, i.content FROM unnest(p_item_leaves, p_kinds, p_refs, p_contents) AS i (leaf, kind, ref, content);
  IF p_result_text IS NOT NULL THEN
    INSERT INTO log_results (leaf, nonce, text)
    SELECT max(i.leaf), p_result_nonce, p_result_text FROM unnest(p_item_leaves, p_kinds) AS i (leaf, kind) WHERE i.kind = 'result';
  END IF;

  INSERT INTO log_tiles AS t (level, tile, data)
  SELECT g.level, g.tile, g.data FROM unnest(p_levels, p_tiles, p_data) AS g (level, tile, data) ORDER BY g.level, g.tile
  ON CONFLICT (level, tile) DO UPDATE SET data = excluded.data;
  -- Every place has its hash and belongs to a tile of entries.
  IF EXISTS (
    SELECT FROM generate_series(p_expected / 256, (p_size - 1) / 256) AS n
     WHERE NOT EXISTS (SELECT FROM log_tiles t WHERE t.level = -1 AND t.tile = n)
        OR NOT EXISTS (SELECT FROM log_tiles t WHERE t.level = 0 AND t.tile = n
                          AND octet_length(t.data) = 32 * least(256, p_size - n * 256))) THEN
    RAISE EXCEPTION 'the tiles are not those of the log''s size' USING ERRCODE = 'LA002';
  END IF;

  SELECT coalesce(jsonb_object_agg(n.id, n.votes), '{}') INTO v_totals
    FROM (SELECT b.id, sum(b.votes) AS votes
            FROM (SELECT e.key AS id, e.value::int8 AS votes FROM jsonb_each_text(coalesce(v_totals, '{}')) e
                  UNION ALL
                  SELECT c::text, 1 FROM unnest(p_categories) c) b
           GROUP BY b.id) n;
  INSERT INTO log_checkpoints (size, root, note, at, votes, voters, totals, next_tx, cluster)
  VALUES (p_size, p_root, p_note, p_at, v_votes, p_people, v_totals, p_next_tx, p_cluster);
  RETURN true;
END $fn$;
REVOKE ALL ON FUNCTION append_to_log(int8, int8, bytea, text, timestamptz, int4, int8, text, int2[], int8[], bytea[], uuid[], int2[],
                                     int8[], text[], text[], text[], int8[], bytea, text) FROM PUBLIC;
