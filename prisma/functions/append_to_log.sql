-- Appends leaves to the log with the checkpoint that has them, in one transaction. False if the newest checkpoint has another
-- size than p_expected (0: none): somebody else was first. Refused: a size that is not that of all leaves, leaves out of
-- order, a vote that does not exist or is in the log, and tiles that lack a leaf or change what is stored.
-- A tile is given if it is new or grows, with its whole content; a leaf is the place of an entry, from 0.
CREATE OR REPLACE FUNCTION append_to_log(p_expected int8, p_size int8, p_root bytea, p_note text, p_at timestamptz, p_people int4,
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
  -- A process that has not followed a switch yet would begin the log of the next edition with the name of its own.
  IF v_newest IS NULL AND split_part(p_note, E'\n', 1) NOT LIKE '%/log/' || edition_year() THEN
    RAISE EXCEPTION 'the log of % begins with the name of another', edition_year() USING ERRCODE = 'LA002';
  END IF;

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
                         WHERE w.voter_id = l.voter_id AND w.category_id = l.category_id OFFSET 0) v
    JOIN categories c ON c.id = v.category_id;
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
  ON CONFLICT (year, level, tile) DO UPDATE SET data = excluded.data;
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
