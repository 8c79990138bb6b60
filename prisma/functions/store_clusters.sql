-- Stores what a search found: `p_found` is an array of {certainty, nominees, people: [{voter, shares}], reasons, against}, the surest first. People who were
-- erased meanwhile, or whose votes an exclusion holds by now, are left out. A cluster is one of before if more than half of the smaller one's people are in
-- both. One that was set aside stays as it was then, whatever becomes of its votes, until more than a quarter more people are found; a surer group of
-- the smaller half of its people is another one. One search at a time, and no decision meanwhile.
CREATE OR REPLACE FUNCTION store_clusters(p_found jsonb, p_compared int4, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_sureness CONSTANT text[] := ARRAY['look_closer', 'possible', 'likely'];
  v_found jsonb;
  v_voters uuid[];
  v_people int4;
  v_nominees int4[];
  v_id int4;
  v_aside boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(5203195);
  IF p_now <= (SELECT s.at FROM cluster_searches s WHERE s.year = edition_year()) THEN RETURN; END IF;
  FOR v_found IN SELECT * FROM jsonb_array_elements(p_found) LOOP
    v_nominees := ARRAY(SELECT n::int4 FROM jsonb_array_elements_text(v_found -> 'nominees') n);
    v_voters := ARRAY(
      SELECT a.voter_id FROM jsonb_array_elements(v_found -> 'people') p JOIN accounts a ON a.voter_id = (p ->> 'voter')::uuid
       WHERE EXISTS (SELECT FROM votes v
                      WHERE v.voter_id = a.voter_id AND v.nominee_id = ANY (v_nominees)
                        AND NOT EXISTS (SELECT FROM excluded_votes e JOIN exclusions x ON x.id = e.exclusion_id
                                         WHERE e.voter_id = v.voter_id AND e.category_id = v.category_id AND x.applied_at IS NOT NULL AND x.undone_at IS NULL)));
    v_people := cardinality(v_voters);
    CONTINUE WHEN v_people < 5;
    SELECT c.id, c.state = 'dismissed' AND v_people <= 1.25 * c.decided_people INTO v_id, v_aside
      FROM clusters c
      JOIN cluster_members m ON m.cluster_id = c.id
     WHERE c.year = edition_year() AND (c.seen_at < p_now OR c.state = 'dismissed') AND m.voter_id = ANY (v_voters)
     GROUP BY c.id
    HAVING count(*) * 2 > least(c.people, v_people)
       AND (c.state <> 'dismissed' OR count(*) * 2 > c.people
            OR array_position(v_sureness, v_found ->> 'certainty') <= array_position(v_sureness, c.certainty))
     ORDER BY count(*) DESC, c.id LIMIT 1;
    IF v_aside THEN
      UPDATE clusters SET seen_at = p_now WHERE id = v_id;
      CONTINUE;
    END IF;
    IF v_id IS NULL THEN
      INSERT INTO clusters (certainty, people, nominees, reasons, against, found_at, seen_at)
      VALUES (v_found ->> 'certainty', v_people, v_nominees, v_found -> 'reasons', v_found -> 'against', p_now, p_now) RETURNING id INTO v_id;
    ELSE
      UPDATE clusters c
         SET certainty = v_found ->> 'certainty', people = v_people, nominees = v_nominees, reasons = v_found -> 'reasons', against = v_found -> 'against', seen_at = p_now,
             state = CASE c.state WHEN 'dismissed' THEN 'open' ELSE c.state END, told_at = CASE c.state WHEN 'dismissed' THEN NULL ELSE c.told_at END
       WHERE c.id = v_id;
      DELETE FROM cluster_members WHERE cluster_id = v_id;
    END IF;
    INSERT INTO cluster_members (cluster_id, voter_id, shares)
    SELECT v_id, (p ->> 'voter')::uuid, ARRAY(SELECT s::int2 FROM jsonb_array_elements_text(p -> 'shares') s)
      FROM jsonb_array_elements(v_found -> 'people') p WHERE (p ->> 'voter')::uuid = ANY (v_voters);
  END LOOP;
  INSERT INTO cluster_searches (year, at, compared) VALUES (edition_year(), p_now, p_compared)
  ON CONFLICT (year) DO UPDATE SET at = excluded.at, compared = excluded.compared;
END $$;
