-- What a proposal to publish a draft is for: the edition that was live, the draft's digest, and the changes that the proposer saw.
CREATE OR REPLACE FUNCTION edition_proposal(p_live int4, p_digest text, p_changes jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('live', p_live, 'digest', p_digest, 'changes', p_changes)
$$;
