-- With approvals 2, one person could exchange the names of two nominees, withdraw the leader, hide the results or change the rules of the
-- public log by an edition while people voted. Two people now agree to whatever changes what a vote means, how it is shown or how it is
-- counted, as to the times: one proposes a draft, and another one publishes it.
-- AlterTable
ALTER TABLE "edition_drafts" ADD COLUMN     "proposal" JSONB,
ADD COLUMN     "proposed_at" TIMESTAMPTZ(3),
ADD COLUMN     "proposed_by" TEXT,
ADD COLUMN     "proposed_reason" TEXT;

-- AlterTable
ALTER TABLE "editions" ADD COLUMN     "facts" JSONB;

-- Validated by the next migration, without a lock that refuses writes.
ALTER TABLE edition_drafts ADD CONSTRAINT edition_drafts_proposed CHECK (
  (proposal IS NULL) = (proposed_at IS NULL) AND (proposal IS NULL) = (proposed_by IS NULL)
  AND (proposal IS NULL) = (proposed_reason IS NULL) AND (proposal IS NULL OR problems = '[]')) NOT VALID;

-- Whether a fact that the newest edition lacks is not one of something new: its nomination, category or nominee was there before, or it is a
-- fact of something else.
CREATE FUNCTION was_listed(p_field text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  WITH tags AS (SELECT regexp_match(p_field, '^nominations[.]([^.]+)(?:[.]categories[.]([^.]+)(?:[.]companies[.]([^.]+))?)?') AS t)
  SELECT t IS NULL OR EXISTS (
           SELECT FROM categories c
            WHERE c.nomination = t[1] AND (t[2] IS NULL OR c.niche = t[2])
              AND (t[3] IS NULL OR EXISTS (SELECT FROM nominees n WHERE n.category_id = c.id AND n.company = t[3])))
    FROM tags
$$;
REVOKE ALL ON FUNCTION was_listed(text) FROM PUBLIC;

-- What two people agree to in an edition, compared with the newest one: [{field, before, after}], in the order of the fields. Once voting
-- has begun, every fact that changes, except those of what is new; at any time another end of voting or announcement, a later opening
-- that stops voting, fewer approvals, and the end of an embargo before the announcement. The facts of an edition that an earlier
-- release published are not known, so that two people agree to any other.
CREATE FUNCTION guarded_changes(p_facts jsonb, p_approvals int2, p_embargo boolean, p_opens timestamptz, p_closes timestamptz,
                               p_announced timestamptz, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH live AS (
    SELECT e.facts, e.approvals, e.embargo, e.announced_at FROM editions e ORDER BY e.id DESC LIMIT 1
  ), times AS (
    SELECT coalesce(c.opens_at <= p_now, true) OR EXISTS (SELECT FROM votes) AS begun,
           c.opens_at, c.closes_at, n.opens_at AS opens_after, coalesce(n.closes_at, n.announced_at) AS closes_after,
           CASE WHEN n.announced_moved THEN n.announced_at ELSE l.announced_at END AS announced_at, n.announced_at AS announced_after
      FROM live l,
           (SELECT opens_at, closes_at FROM categories LIMIT 1) c,
           (SELECT max(f.at) FILTER (WHERE f.boundary = 'opens') AS opens_at, max(f.at) FILTER (WHERE f.boundary = 'closes') AS closes_at,
                   max(f.at) FILTER (WHERE f.boundary = 'announced') AS announced_at,
                   bool_or(f.moved) FILTER (WHERE f.boundary = 'announced') AS announced_moved
              FROM (SELECT p.boundary, m.boundary IS NOT NULL AS moved, CASE WHEN m.boundary IS NULL THEN p.at ELSE m.at END AS at
                      FROM (VALUES ('opens', p_opens), ('closes', p_closes), ('announced', p_announced)) AS p (boundary, at)
                      LEFT JOIN phase_times m ON m.boundary = p.boundary) f) n
  ), changes AS (
    SELECT f.field, f.before, f.after
      FROM live l, times t,
           LATERAL (SELECT key AS field, b.value AS before, a.value AS after
                      FROM jsonb_each_text(l.facts) b FULL JOIN jsonb_each_text(p_facts) a USING (key)) f
     WHERE t.begun AND l.facts IS NOT NULL AND p_facts IS NOT NULL
       AND f.before IS DISTINCT FROM f.after AND (f.before IS NOT NULL OR was_listed(f.field))
    UNION
    SELECT 'edition', 'of an earlier release', 'of this release' FROM live l, times t WHERE t.begun AND (l.facts IS NULL OR p_facts IS NULL)
    UNION
    SELECT m.field, moment_text(m.before), moment_text(m.after)
      FROM times t,
           LATERAL (VALUES ('phases.votingOpensAt', t.opens_at, t.opens_after), ('phases.votingClosesAt', t.closes_at, t.closes_after),
                           ('phases.winnersAnnouncedAt', t.announced_at, t.announced_after)) AS m (field, before, after)
     WHERE m.before IS DISTINCT FROM m.after
       AND (t.closes_at IS DISTINCT FROM t.closes_after OR t.announced_at IS DISTINCT FROM t.announced_after
            OR opening_stops_votes(t.opens_at, t.opens_after, p_now))
    UNION
    SELECT 'approvals', l.approvals::text, p_approvals::text FROM live l WHERE p_approvals < l.approvals
    UNION
    SELECT 'results.staff', 'embargo', 'open' FROM live l, times t
     WHERE l.embargo AND NOT p_embargo AND coalesce(t.announced_at > p_now, true)
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('field', field, 'before', coalesce(before, 'none'), 'after', coalesce(after, 'none'))
                            ORDER BY field), '[]')
    FROM changes
$$;
REVOKE ALL ON FUNCTION guarded_changes(jsonb, int2, boolean, timestamptz, timestamptz, timestamptz, timestamptz) FROM PUBLIC;

-- What a proposal to publish a draft is for: the edition that was live, the draft's digest, and the changes that the proposer saw.
CREATE FUNCTION edition_proposal(p_live int4, p_digest text, p_changes jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('live', p_live, 'digest', p_digest, 'changes', p_changes)
$$;
REVOKE ALL ON FUNCTION edition_proposal(int4, text, jsonb) FROM PUBLIC;

-- Changes as the audit log tells them: "field: before → after". It refuses @, with which addresses are written; names and links may have one.
CREATE FUNCTION changes_in_words(p_changes jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(replace(c.field || ': ' || c.before || ' → ' || c.after, '@', '(at)') ORDER BY c.field), '[]')
    FROM jsonb_to_recordset(p_changes) AS c (field text, before text, after text)
$$;
REVOKE ALL ON FUNCTION changes_in_words(jsonb) FROM PUBLIC;
