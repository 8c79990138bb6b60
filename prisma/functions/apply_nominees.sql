-- Updates the nominees to a list. Ids never change, and nominees that are no longer listed are withdrawn. Applying the same
-- list again changes nothing. Returns the numbers of changes, the withdrawn nominees that have votes, and the sum of these votes.
CREATE OR REPLACE FUNCTION apply_nominees(p_nominations text[], p_niches text[], p_companies text[], p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_listed int4[];
  v_gone jsonb;
  v_gone_votes int8;
  v_added int4;
  v_restored int4;
  v_withdrawn int4;
BEGIN
  -- NOT EXISTS instead of ON CONFLICT, which would use up an id of the sequence for each existing row at every start; the
  -- categories' ids end at 32,767.
  INSERT INTO categories (nomination, niche)
  SELECT t.nomination, t.niche FROM unnest(p_nominations, p_niches) WITH ORDINALITY AS t (nomination, niche, ord)
   WHERE NOT EXISTS (SELECT FROM categories c WHERE (c.nomination, c.niche) = (t.nomination, t.niche))
   GROUP BY t.nomination, t.niche ORDER BY min(t.ord);
  INSERT INTO nominees (category_id, company)
  SELECT c.id, t.company
    FROM unnest(p_nominations, p_niches, p_companies) WITH ORDINALITY AS t (nomination, niche, company, ord)
    JOIN categories c ON (c.nomination, c.niche) = (t.nomination, t.niche)
   WHERE NOT EXISTS (SELECT FROM nominees n WHERE n.category_id = c.id AND n.company = t.company)
   GROUP BY c.id, t.company ORDER BY min(t.ord);
  GET DIAGNOSTICS v_added = ROW_COUNT;
  v_listed := ARRAY(
    SELECT n.id FROM unnest(p_nominations, p_niches, p_companies) AS t (nomination, niche, company)
      JOIN categories c ON (c.nomination, c.niche) = (t.nomination, t.niche)
      JOIN nominees n ON n.category_id = c.id AND n.company = t.company);
  UPDATE nominees SET withdrawn_at = NULL WHERE withdrawn_at IS NOT NULL AND id = ANY (v_listed);
  GET DIAGNOSTICS v_restored = ROW_COUNT;
  -- Without the votes of each, which an embargo hides from the organisers.
  SELECT coalesce(jsonb_agg(jsonb_build_object('nomination', c.nomination, 'niche', c.niche, 'company', n.company) ORDER BY n.id), '[]'),
         coalesce(sum(t.count), 0) INTO v_gone, v_gone_votes
    FROM nominees n JOIN categories c ON c.id = n.category_id JOIN tally_totals t ON t.nominee_id = n.id
   WHERE n.withdrawn_at IS NULL AND t.count > 0 AND n.id <> ALL (v_listed);
  UPDATE nominees SET withdrawn_at = p_now
   WHERE withdrawn_at IS NULL AND id <> ALL (v_listed) AND category_id IN (SELECT id FROM categories);
  GET DIAGNOSTICS v_withdrawn = ROW_COUNT;
  RETURN jsonb_build_object('added', v_added, 'restored', v_restored, 'withdrawn', v_withdrawn, 'gone', v_gone, 'gone_votes', v_gone_votes);
END $$;
