-- AlterTable
ALTER TABLE "editions" ADD COLUMN     "approvals" SMALLINT,
ADD COLUMN     "embargo" BOOLEAN,
ADD COLUMN     "imported_by" TEXT,
ADD COLUMN     "manifest" JSONB,
ADD COLUMN     "reason" TEXT;

-- CreateTable
CREATE TABLE "edition_files" (
    "sha256" BYTEA NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "edition_files_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "edition_drafts" (
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "based_on" INTEGER,
    "manifest" JSONB NOT NULL,
    "problems" JSONB NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,
    "uploaded_by" TEXT NOT NULL,
    "published_as" INTEGER,

    CONSTRAINT "edition_drafts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "phase_proposals" (
    "id" SERIAL NOT NULL,
    "move" JSONB NOT NULL,
    "seen" JSONB NOT NULL,
    "numbers" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "proposed_by" TEXT NOT NULL,
    "approved" BOOLEAN,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "phase_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "votes_cast_at_idx" ON "votes" USING BRIN ("cast_at");
-- Votes are appended in the order of their times, so the index stays tiny and costs a vote next to nothing.
ALTER INDEX votes_cast_at_idx SET (autosummarize = on, pages_per_range = 32);

-- The moves of the phases among all entries.
CREATE INDEX audit_entries_moves ON audit_entries (id) WHERE action IN ('phase.set', 'edition.import') AND detail ? 'closes';

ALTER TABLE editions ADD CONSTRAINT editions_approvals CHECK (approvals IN (1, 2));
ALTER TABLE edition_drafts
  ADD CONSTRAINT edition_drafts_source CHECK (source IN ('zip', 'csv')),
  ADD CONSTRAINT edition_drafts_published CHECK (published_as IS NULL OR problems = '[]');
ALTER TABLE phase_proposals
  ADD CONSTRAINT phase_proposals_move CHECK (jsonb_typeof(move) = 'object' AND jsonb_typeof(seen) = 'object'),
  ADD CONSTRAINT phase_proposals_decided CHECK ((approved IS NULL) = (decided_at IS NULL) AND (approved IS NULL) = (decided_by IS NULL)),
  ADD CONSTRAINT phase_proposals_two_people CHECK (NOT same_person(decided_by, proposed_by)),
  ADD CONSTRAINT phase_proposals_applied CHECK (applied_at IS NULL OR approved),
  -- The record is kept, so it names no person, like the audit log.
  ADD CONSTRAINT phase_proposals_impersonal CHECK (reason !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)');

-- Who published the editions that are there already, and why.
UPDATE editions e SET imported_by = a.actor, reason = a.reason
  FROM audit_entries a
 WHERE a.action = 'edition.import' AND a.at = e.imported_at AND a.detail ->> 'digest' = e.digest;

-- Stores files ({path: content in base64}), each content once, and returns their manifest ({path: SHA-256}). Whoever changes
-- stored files takes turns until the transaction ends, so that no content is removed between this call and its use.
CREATE FUNCTION store_edition_files(p_files jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_manifest jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(5203190);
  WITH files AS MATERIALIZED (
    SELECT f.path, f.content, sha256(f.content) AS hash
      FROM (SELECT key AS path, decode(value, 'base64') AS content FROM jsonb_each_text(p_files)) f
  ), stored AS (
    INSERT INTO edition_files (sha256, content) SELECT DISTINCT ON (hash) hash, content FROM files ORDER BY hash
    ON CONFLICT (sha256) DO NOTHING
  )
  SELECT coalesce(jsonb_object_agg(path, encode(hash, 'hex')), '{}') INTO v_manifest FROM files;
  RETURN v_manifest;
END $$;
REVOKE ALL ON FUNCTION store_edition_files(jsonb) FROM PUBLIC;

-- The files of a manifest: {path: content in base64}.
CREATE FUNCTION edition_contents(p_manifest jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(jsonb_object_agg(m.key, translate(encode(f.content, 'base64'), E'\n', '')), '{}')
    FROM jsonb_each_text(p_manifest) m JOIN edition_files f ON f.sha256 = decode(m.value, 'hex')
$$;
REVOKE ALL ON FUNCTION edition_contents(jsonb) FROM PUBLIC;

-- Stores an upload as a draft: its files, or its problems. Keeps the twenty newest drafts, and removes files that nothing
-- lists any more.
CREATE FUNCTION save_edition_draft(p_source text, p_based_on int4, p_files jsonb, p_problems jsonb, p_actor text, p_now timestamptz)
RETURNS int4 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
BEGIN
  INSERT INTO edition_drafts (source, based_on, manifest, problems, uploaded_at, uploaded_by)
  VALUES (p_source, p_based_on, store_edition_files(p_files), p_problems, p_now, p_actor) RETURNING id INTO v_id;
  DELETE FROM edition_drafts WHERE id NOT IN (SELECT d.id FROM edition_drafts d ORDER BY d.id DESC LIMIT 20);
  DELETE FROM edition_files f
   WHERE encode(f.sha256, 'hex') NOT IN (
     SELECT m.value FROM (SELECT manifest FROM editions WHERE manifest IS NOT NULL UNION ALL SELECT manifest FROM edition_drafts) l,
            jsonb_each_text(l.manifest) m);
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, p_actor, 'edition.upload', 'draft ' || v_id,
          jsonb_build_object('source', p_source, 'problems', jsonb_array_length(p_problems)));
  RETURN v_id;
END $$;
REVOKE ALL ON FUNCTION save_edition_draft(text, int4, jsonb, jsonb, text, timestamptz) FROM PUBLIC;

-- Updates the nominees to a list. Ids never change, and nominees that are no longer listed are withdrawn. Applying the same
-- list again changes nothing. Returns the numbers of changes, the withdrawn nominees that have votes, and the sum of these votes.
CREATE FUNCTION apply_nominees(p_nominations text[], p_niches text[], p_companies text[], p_now timestamptz) RETURNS jsonb
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
  UPDATE nominees SET withdrawn_at = p_now WHERE withdrawn_at IS NULL AND id <> ALL (v_listed);
  GET DIAGNOSTICS v_withdrawn = ROW_COUNT;
  RETURN jsonb_build_object('added', v_added, 'restored', v_restored, 'withdrawn', v_withdrawn, 'gone', v_gone, 'gone_votes', v_gone_votes);
END $$;
REVOKE ALL ON FUNCTION apply_nominees(text[], text[], text[], timestamptz) FROM PUBLIC;

-- Refuses a publication (SQLSTATE LA001): the rule is the message, and what it is about the detail.
CREATE FUNCTION refuse_edition(p_rule text, p_about jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '%', p_rule USING ERRCODE = 'LA001', DETAIL = p_about::text;
END $$;
REVOKE ALL ON FUNCTION refuse_edition(text, jsonb) FROM PUBLIC;

-- When voting opens and closes and winners are announced, as JSON.
CREATE FUNCTION phase_moments(p_opens timestamptz, p_closes timestamptz, p_announced timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('opensAt', p_opens, 'closesAt', p_closes, 'announcedAt', p_announced)
$$;
REVOKE ALL ON FUNCTION phase_moments(timestamptz, timestamptz, timestamptz) FROM PUBLIC;

-- Publishes an edition: its nominees, times and files, with an entry in the audit log. p_now is read after stop_ballots(), so
-- that it is later than every accepted vote. Publishing the same edition again changes nothing.
-- Refused (see refuse_edition) with the rule: changed (p_expected is no longer the newest edition), order or past (times that
-- may not be set), withdraws (nominees with votes are gone, without p_withdraw), reason (the vote changes without one) and
-- second_person (while two people must agree, only the owner's connection, on the server, may move the end of voting or the
-- announcement, lower that number, or end an embargo before the announcement, by an edition).
CREATE FUNCTION publish_edition(p_manifest jsonb, p_digest text, p_year int4, p_approvals int2, p_embargo boolean, p_nominations text[],
                                p_niches text[], p_companies text[], p_opens timestamptz, p_closes timestamptz, p_announced timestamptz, p_source text,
                                p_expected int4, p_withdraw boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_newest int4;
  v_id int4;
  v_digest text;
  v_approvals int2;
  v_embargo boolean;
  v_gone_votes int8;
  v_changes jsonb;
  v_all_opens timestamptz[];
  v_all_closes timestamptz[];
  v_announced_before timestamptz;
  v_before record;
  v_after record;
  v_moved boolean;
  v_ends_moved boolean;
  v_alone boolean;
  v_moments jsonb := '{}';
BEGIN
  PERFORM stop_ballots();
  SELECT e.id, e.digest, e.approvals, coalesce(e.embargo, false), e.announced_at
    INTO v_newest, v_digest, v_approvals, v_embargo, v_announced_before
    FROM editions e ORDER BY e.id DESC LIMIT 1;
  IF p_expected IS DISTINCT FROM v_newest AND p_expected IS NOT NULL THEN
    PERFORM refuse_edition('changed', jsonb_build_object('newest', v_newest));
  END IF;
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
  v_ends_moved := v_moved AND (v_before.closes_at IS DISTINCT FROM v_after.closes_at OR v_announced_before IS DISTINCT FROM v_after.announced_at);
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
  v_alone := v_approvals = 2 AND (v_ends_moved OR p_approvals < 2 OR (v_embargo AND NOT p_embargo));
  IF v_alone AND NOT pg_has_role(session_user, current_user, 'MEMBER') THEN
    PERFORM refuse_edition('second_person', v_moments);
  END IF;

  v_id := v_newest;
  IF v_digest IS DISTINCT FROM p_digest OR v_moved
     OR (v_changes ->> 'added')::int4 + (v_changes ->> 'withdrawn')::int4 + (v_changes ->> 'restored')::int4 > 0 THEN
    INSERT INTO editions (imported_at, imported_by, reason, announced_at, digest, approvals, embargo, manifest, files)
    VALUES (p_now, p_actor, p_reason, p_announced, p_digest, p_approvals, p_embargo, p_manifest, edition_contents(p_manifest)) RETURNING id INTO v_id;
    -- Processes read the files of the newest edition there; those of older ones are stored once, by their manifests.
    UPDATE editions SET files = '{}' WHERE id <> v_id AND manifest IS NOT NULL AND files <> '{}';
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    VALUES (p_now, p_actor, 'edition.import', p_year::text, p_reason,
            v_changes - 'gone' || jsonb_build_object('digest', p_digest)
            || CASE WHEN p_source IS NULL THEN '{}' ELSE jsonb_build_object('source', p_source) END
            || CASE WHEN v_embargo OR v_gone_votes = 0 THEN '{}' ELSE jsonb_build_object('votesWithdrawn', v_gone_votes) END
            || CASE WHEN v_alone THEN '{"oneOfTwoPeople": true}' ELSE '{}' END::jsonb
            || CASE WHEN NOT v_moved THEN '{}' ELSE jsonb_build_object(
                 'opensBefore', moment_text(v_before.opens_at), 'opens', moment_text(v_after.opens_at),
                 'closesBefore', moment_text(v_before.closes_at), 'closes', moment_text(v_after.closes_at),
                 'announcedBefore', moment_text(v_announced_before), 'announced', moment_text(v_after.announced_at)) END);
  ELSE
    -- Imported by a release that did not store it.
    UPDATE editions SET approvals = coalesce(approvals, p_approvals), embargo = p_embargo WHERE id = v_newest AND embargo IS NULL;
  END IF;
  RETURN v_changes || v_moments || jsonb_build_object('id', v_id, 'changed', v_id IS DISTINCT FROM v_newest);
END $$;
REVOKE ALL ON FUNCTION publish_edition(jsonb, text, int4, int2, boolean, text[], text[], text[], timestamptz, timestamptz, timestamptz, text, int4, boolean, text, text, timestamptz) FROM PUBLIC;

-- A moment as the audit log shows it.
CREATE FUNCTION moment_text(p_at timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'none')
$$;
REVOKE ALL ON FUNCTION moment_text(timestamptz) FROM PUBLIC;

-- Publishes a stored draft without problems once, on behalf of publish_edition(), which is called in the same transaction.
CREATE FUNCTION mark_draft_published(p_draft int4, p_edition int4) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE edition_drafts SET published_as = p_edition WHERE id = p_draft AND published_as IS NULL AND problems = '[]';
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION mark_draft_published(int4, int4) FROM PUBLIC;

-- What a move of the phases touches: the votes since a time, and the people who have an account and can't vote yet.
CREATE FUNCTION phase_numbers(p_since timestamptz) RETURNS TABLE (votes int8, unfinished int8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*) FROM votes v WHERE v.cast_at >= p_since),
         (SELECT count(*) FROM voter_eligibility e WHERE NOT (e.email_ok AND e.two_factor_ok AND e.phone_ok AND e.social_ok))
$$;
REVOKE ALL ON FUNCTION phase_numbers(timestamptz) FROM PUBLIC;

-- Stores a move of the phases for a second person to decide. Moves nothing.
CREATE FUNCTION propose_phases(p_move jsonb, p_seen jsonb, p_numbers jsonb, p_detail jsonb, p_actor text, p_reason text, p_now timestamptz)
RETURNS int4 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
BEGIN
  INSERT INTO phase_proposals (move, seen, numbers, reason, proposed_at, proposed_by)
  VALUES (p_move, p_seen, p_numbers, p_reason, p_now, p_actor) RETURNING id INTO v_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'phase.propose', 'proposal ' || v_id, p_reason, p_detail);
  RETURN v_id;
END $$;
REVOKE ALL ON FUNCTION propose_phases(jsonb, jsonb, jsonb, jsonb, text, text, timestamptz) FROM PUBLIC;

-- Approves or refuses a proposal, as a person other than its proposer, within 24 hours. False if that is not possible.
CREATE FUNCTION decide_phases(p_id int4, p_approve boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE phase_proposals SET approved = p_approve, decided_at = p_now, decided_by = p_actor
   WHERE id = p_id AND approved IS NULL AND NOT same_person(proposed_by, p_actor) AND p_now < proposed_at + interval '24 hours';
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, CASE WHEN p_approve THEN 'phase.approve' ELSE 'phase.refuse' END, 'proposal ' || p_id, p_reason);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION decide_phases(int4, boolean, text, text, timestamptz) FROM PUBLIC;

-- move_phases() where two people may have to agree: while the edition asks for it, the end of voting and the announcement move
-- by an approved proposal only, which is used up. Refused with SQLSTATE LA002 otherwise.
CREATE FUNCTION move_phases_agreed(p_proposal int4, p_boundary text[], p_at timestamptz[], p_opens timestamptz, p_closes timestamptz,
                                   p_announced timestamptz, p_actor text, p_reason text, p_detail jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_same boolean;
BEGIN
  PERFORM stop_ballots();
  IF p_proposal IS NOT NULL THEN
    UPDATE phase_proposals SET applied_at = p_now
     WHERE id = p_proposal AND approved AND applied_at IS NULL AND p_now < proposed_at + interval '24 hours';
    IF NOT FOUND THEN RAISE EXCEPTION 'proposal % is not approved', p_proposal USING ERRCODE = 'LA002'; END IF;
  ELSIF (SELECT e.approvals FROM editions e ORDER BY e.id DESC LIMIT 1) = 2 THEN
    v_same := NOT EXISTS (
      SELECT FROM (VALUES ('closes', p_closes), ('announced', p_announced)) AS f (boundary, at)
        LEFT JOIN phase_times o ON o.boundary = f.boundary
        LEFT JOIN unnest(p_boundary, p_at) AS n (boundary, at) ON n.boundary = f.boundary
       WHERE CASE WHEN o.boundary IS NULL THEN f.at ELSE o.at END IS DISTINCT FROM CASE WHEN n.boundary IS NULL THEN f.at ELSE n.at END);
    IF NOT v_same THEN RAISE EXCEPTION 'a second person must agree' USING ERRCODE = 'LA002'; END IF;
  END IF;
  PERFORM move_phases(p_boundary, p_at, p_opens, p_closes, p_announced, p_actor, p_reason, p_detail, p_now);
END $$;
REVOKE ALL ON FUNCTION move_phases_agreed(int4, text[], timestamptz[], timestamptz, timestamptz, timestamptz, text, text, jsonb, timestamptz) FROM PUBLIC;
