-- Stores what a search found: `p_found` is an array of {certainty, nominees, people: [{voter, shares}], reasons, against}, the surest first. A cluster
-- is one of before if more than half of the smaller one's people are in both. One that was set aside is open again once it has grown by
-- a quarter. One search at a time.
CREATE OR REPLACE FUNCTION store_clusters(p_found jsonb, p_compared int4, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_found jsonb;
  v_people int4;
  v_nominees int4[];
  v_id int4;
BEGIN
  PERFORM pg_advisory_xact_lock(5203195);
  IF p_now <= (SELECT s.at FROM cluster_searches s WHERE s.year = edition_year()) THEN RETURN; END IF;
  FOR v_found IN SELECT * FROM jsonb_array_elements(p_found) LOOP
    v_nominees := ARRAY(SELECT n::int4 FROM jsonb_array_elements_text(v_found -> 'nominees') n);
    v_people := jsonb_array_length(v_found -> 'people');
    SELECT c.id INTO v_id
      FROM clusters c
      JOIN cluster_members m ON m.cluster_id = c.id
      JOIN jsonb_array_elements(v_found -> 'people') p ON (p ->> 'voter')::uuid = m.voter_id
     WHERE c.year = edition_year() AND c.seen_at < p_now
     GROUP BY c.id, c.people HAVING count(*) * 2 > least(c.people, v_people) ORDER BY count(*) DESC, c.id LIMIT 1;
    IF v_id IS NULL THEN
      INSERT INTO clusters (certainty, people, nominees, reasons, against, found_at, seen_at)
      VALUES (v_found ->> 'certainty', v_people, v_nominees, v_found -> 'reasons', v_found -> 'against', p_now, p_now) RETURNING id INTO v_id;
    ELSE
      UPDATE clusters c
         SET certainty = v_found ->> 'certainty', people = v_people, nominees = v_nominees, reasons = v_found -> 'reasons', against = v_found -> 'against', seen_at = p_now,
             state = CASE WHEN c.state = 'dismissed' AND v_people > 1.25 * c.decided_people THEN 'open' ELSE c.state END,
             told_at = CASE WHEN c.state = 'dismissed' AND v_people > 1.25 * c.decided_people THEN NULL ELSE c.told_at END
       WHERE c.id = v_id;
      DELETE FROM cluster_members WHERE cluster_id = v_id;
    END IF;
    INSERT INTO cluster_members (cluster_id, voter_id, shares)
    SELECT v_id, (p ->> 'voter')::uuid, ARRAY(SELECT s::int2 FROM jsonb_array_elements_text(p -> 'shares') s)
      FROM jsonb_array_elements(v_found -> 'people') p JOIN accounts a ON a.voter_id = (p ->> 'voter')::uuid;
  END LOOP;
  INSERT INTO cluster_searches (year, at, compared) VALUES (edition_year(), p_now, p_compared)
  ON CONFLICT (year) DO UPDATE SET at = excluded.at, compared = excluded.compared;
END $$;
