-- Proposes to publish a draft, for 24 hours. Another proposal for the draft replaces one that is outdated. False if that is not possible.
CREATE OR REPLACE FUNCTION propose_edition(p_draft int4, p_live int4, p_digest text, p_changes jsonb, p_actor text, p_reason text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE edition_drafts
     SET proposal = edition_proposal(p_live, p_digest, p_changes), proposed_at = p_now, proposed_by = p_actor, proposed_reason = p_reason
   WHERE id = p_draft AND published_as IS NULL AND problems = '[]' AND p_live = (SELECT max(e.id) FROM editions e)
     AND (proposal IS DISTINCT FROM edition_proposal(p_live, p_digest, p_changes) OR p_now >= proposed_at + interval '24 hours');
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'edition.propose', 'draft ' || p_draft, p_reason,
          jsonb_build_object('digest', p_digest, 'changes', changes_in_words(p_changes)));
  RETURN true;
END $$;
