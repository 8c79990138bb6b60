-- Publishes an edition: its nominees, times and files, with an entry in the audit log. p_now is read after stop_ballots(), so that it
-- is later than every accepted vote. Publishing the same edition again changes nothing. p_draft is the draft that is published. The
-- files are in edition_files: encoding them again here kept ballots waiting, two seconds for 20 MB.
-- Refused (see refuse_edition) with the rule: changed (p_expected is no longer the newest version, 0 for none), year (there is no edition of it
-- to publish: see speak_of_year), order or past (times that may not be set), withdraws (nominees with votes are gone, without p_withdraw), reason (the
-- vote changes without one) and second_person (while two people must agree, what guarded_changes() names needs a proposal of another
-- person, or the owner's connection on the server).
CREATE OR REPLACE FUNCTION publish_edition(p_manifest jsonb, p_digest text, p_year int4, p_approvals int2, p_embargo boolean, p_nominations text[],
                                           p_niches text[], p_companies text[], p_opens timestamptz, p_closes timestamptz, p_announced timestamptz, p_source text,
                                           p_expected int4, p_withdraw boolean, p_actor text, p_reason text, p_now timestamptz,
                                           p_facts jsonb DEFAULT NULL, p_draft int4 DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_newest int4;
  v_id int4;
  v_digest text;
  v_approvals int2;
  v_embargo boolean;
  v_guarded jsonb;
  v_proposer text;
  v_gone_votes int8;
  v_changes jsonb;
  v_all_opens timestamptz[];
  v_all_closes timestamptz[];
  v_announced_before timestamptz;
  v_before record;
  v_after record;
  v_moved boolean;
  v_alone boolean := false;
  v_moments jsonb := '{}';
BEGIN
  PERFORM stop_ballots();
  PERFORM speak_of_year(p_year);
  SELECT e.id, e.digest, e.approvals, coalesce(e.embargo, false), e.announced_at
    INTO v_newest, v_digest, v_approvals, v_embargo, v_announced_before
    FROM editions e ORDER BY e.id DESC LIMIT 1;
  IF p_expected <> coalesce(v_newest, 0) THEN
    PERFORM refuse_edition('changed', jsonb_build_object('newest', v_newest));
  END IF;
  v_guarded := guarded_changes(p_facts, p_approvals, p_embargo, p_opens, p_closes, p_announced, p_now);
  IF v_newest IS NULL THEN v_announced_before := p_announced; END IF;
  IF EXISTS (SELECT FROM phase_times WHERE boundary = 'announced') THEN
    SELECT at INTO v_announced_before FROM phase_times WHERE boundary = 'announced';
  END IF;
  v_embargo := v_embargo AND (v_announced_before IS NULL OR v_announced_before > p_now);
  SELECT array_agg(c.opens_at), array_agg(c.closes_at) INTO v_all_opens, v_all_closes
    FROM (SELECT DISTINCT opens_at, closes_at FROM categories) c;
  v_changes := apply_nominees(p_nominations, p_niches, p_companies, p_now);
  v_gone_votes := v_changes -> 'gone_votes';
  v_changes := v_changes - 'gone_votes';
  PERFORM apply_phase_times(p_opens, p_closes, p_announced);
  SELECT c.opens_at, c.closes_at,
         CASE WHEN EXISTS (SELECT FROM phase_times WHERE boundary = 'announced') THEN v_announced_before ELSE p_announced END AS announced_at
    INTO v_after FROM categories c LIMIT 1;
  -- Before the first import there are no times.
  SELECT t.opens_at, t.closes_at INTO v_before
    FROM unnest(v_all_opens, v_all_closes) AS t (opens_at, closes_at)
   WHERE t.opens_at IS DISTINCT FROM v_after.opens_at OR t.closes_at IS DISTINCT FROM v_after.closes_at
      OR v_announced_before IS DISTINCT FROM v_after.announced_at LIMIT 1;
  v_moved := FOUND;
  IF v_after.opens_at >= v_after.closes_at THEN
    PERFORM refuse_edition('order', phase_moments(v_after.opens_at, v_after.closes_at, NULL));
  ELSIF v_after.closes_at > v_after.announced_at THEN
    PERFORM refuse_edition('order', phase_moments(NULL, v_after.closes_at, v_after.announced_at));
  ELSIF v_moved AND v_after.closes_at <= p_now AND v_before.closes_at IS DISTINCT FROM v_after.closes_at THEN
    -- Votes were accepted by the old times until now.
    PERFORM refuse_edition('past', phase_moments(NULL, v_after.closes_at, NULL));
  END IF;
  IF v_moved THEN
    v_moments := jsonb_build_object(
      'before', phase_moments(v_before.opens_at, v_before.closes_at, v_announced_before),
      'after', phase_moments(v_after.opens_at, v_after.closes_at, v_after.announced_at));
  END IF;
  IF v_changes -> 'gone' <> '[]' AND NOT p_withdraw THEN
    PERFORM refuse_edition('withdraws', v_changes);
  ELSIF p_reason IS NULL AND (v_changes -> 'gone' <> '[]' OR v_moved) THEN
    PERFORM refuse_edition('reason', v_changes || v_moments);
  END IF;
  IF v_approvals = 2 AND v_guarded <> '[]' THEN
    v_alone := pg_has_role(session_user, current_user, 'MEMBER');
    SELECT d.proposed_by INTO v_proposer FROM edition_drafts d
     WHERE d.id = p_draft AND NOT same_person(d.proposed_by, p_actor) AND p_now < d.proposed_at + interval '24 hours'
       AND d.proposal = edition_proposal(v_newest, p_digest, v_guarded);
    IF NOT (FOUND OR v_alone) THEN PERFORM refuse_edition('second_person', jsonb_build_object('changes', v_guarded)); END IF;
  END IF;

  v_id := v_newest;
  IF v_digest IS DISTINCT FROM p_digest OR v_moved
     OR (v_changes ->> 'added')::int4 + (v_changes ->> 'withdrawn')::int4 + (v_changes ->> 'restored')::int4 > 0 THEN
    INSERT INTO editions (imported_at, imported_by, reason, announced_at, digest, approvals, embargo, facts, manifest, files)
    VALUES (p_now, p_actor, p_reason, p_announced, p_digest, p_approvals, p_embargo, p_facts, p_manifest, '{}')
    RETURNING id INTO v_id;
    PERFORM withdraw_old_proofs(p_facts, p_now);
    -- Earlier releases stored the files of the newest edition here.
    UPDATE editions SET files = '{}' WHERE id <> v_id AND manifest IS NOT NULL AND files <> '{}';
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (p_now, p_actor, 'edition.import', p_year::text, p_reason,
            v_changes - 'gone' || jsonb_build_object('digest', p_digest)
            || CASE WHEN p_source IS NULL THEN '{}' ELSE jsonb_build_object('source', p_source) END
            || CASE WHEN v_embargo OR v_gone_votes = 0 THEN '{}' ELSE jsonb_build_object('votesWithdrawn', v_gone_votes) END
            || CASE WHEN v_guarded = '[]' THEN '{}' ELSE jsonb_build_object('changes', changes_in_words(v_guarded)) END
            || CASE WHEN v_alone THEN '{"oneOfTwoPeople": true}' ELSE '{}' END::jsonb
            || CASE WHEN v_proposer IS NULL THEN '{}' ELSE jsonb_build_object('proposedBy', v_proposer) END
            || CASE WHEN NOT v_moved THEN '{}' ELSE jsonb_build_object(
                 'opensBefore', moment_text(v_before.opens_at), 'opens', moment_text(v_after.opens_at),
                 'closesBefore', moment_text(v_before.closes_at), 'closes', moment_text(v_after.closes_at),
                 'announcedBefore', moment_text(v_announced_before), 'announced', moment_text(v_after.announced_at)) END);
  ELSE
    -- Imported by a release that did not store them.
    UPDATE editions SET approvals = coalesce(approvals, p_approvals), embargo = coalesce(embargo, p_embargo), facts = coalesce(facts, p_facts)
     WHERE id = v_newest AND (embargo IS NULL OR facts IS NULL);
  END IF;
  RETURN v_changes || v_moments || jsonb_build_object('id', v_id, 'changed', v_id IS DISTINCT FROM v_newest);
END $$;
