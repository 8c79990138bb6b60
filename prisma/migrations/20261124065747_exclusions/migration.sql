-- CreateTable
CREATE TABLE "exclusions" (
    "id" SERIAL NOT NULL,
    "selection" JSONB NOT NULL,
    "public_reason" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence" TEXT,
    "approvals" SMALLINT NOT NULL,
    "votes" INTEGER NOT NULL,
    "voters" INTEGER NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "proposed_by" TEXT NOT NULL,
    "approved" BOOLEAN,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "applied_at" TIMESTAMPTZ(3),
    "applied_by" TEXT,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "exclusions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "excluded_votes" (
    "exclusion_id" INTEGER NOT NULL,
    "voter_id" UUID NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "nominee_id" INTEGER NOT NULL,

    CONSTRAINT "excluded_votes_pkey" PRIMARY KEY ("exclusion_id","voter_id","category_id")
);

-- CreateTable
CREATE TABLE "excluded_tallies" (
    "nominee_id" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "excluded_tallies_pkey" PRIMARY KEY ("nominee_id")
);

-- CreateIndex
CREATE INDEX "excluded_votes_voter_id_category_id_idx" ON "excluded_votes"("voter_id", "category_id");

-- AddForeignKey
ALTER TABLE "excluded_votes" ADD CONSTRAINT "excluded_votes_exclusion_id_fkey" FOREIGN KEY ("exclusion_id") REFERENCES "exclusions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "excluded_tallies" ADD CONSTRAINT "excluded_tallies_nominee_id_fkey" FOREIGN KEY ("nominee_id") REFERENCES "nominees"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE exclusions
  ADD CONSTRAINT exclusions_selection CHECK (jsonb_typeof(selection) = 'object' AND selection <> '{}'),
  ADD CONSTRAINT exclusions_public_reason CHECK (jsonb_typeof(public_reason) = 'object' AND public_reason <> '{}'),
  ADD CONSTRAINT exclusions_approvals CHECK (approvals IN (1, 2)),
  ADD CONSTRAINT exclusions_votes CHECK (votes > 0 AND voters > 0 AND voters <= votes),
  ADD CONSTRAINT exclusions_decided CHECK ((approved IS NULL) = (decided_at IS NULL) AND (approved IS NULL) = (decided_by IS NULL)),
  ADD CONSTRAINT exclusions_two_people CHECK (decided_by <> proposed_by),
  ADD CONSTRAINT exclusions_applied CHECK (
    (applied_at IS NULL) = (applied_by IS NULL) AND (applied_at IS NULL OR approved IS TRUE OR (approvals = 1 AND approved IS NULL))),
  ADD CONSTRAINT exclusions_undone CHECK (
    (undone_at IS NULL) = (undone_by IS NULL) AND (undone_at IS NULL OR applied_at IS NOT NULL)),
  -- The record is kept and partly published, so it names no person, like the audit log.
  ADD CONSTRAINT exclusions_impersonal CHECK (
    concat_ws(' ', reason, evidence, public_reason::text) !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)');
ALTER TABLE excluded_tallies ADD CONSTRAINT excluded_tallies_count CHECK (count >= 0);

CREATE TRIGGER excluded_votes_append_only BEFORE UPDATE OR DELETE ON excluded_votes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER excluded_votes_no_truncate BEFORE TRUNCATE ON excluded_votes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE excluded_votes ENABLE ALWAYS TRIGGER excluded_votes_append_only;
ALTER TABLE excluded_votes ENABLE ALWAYS TRIGGER excluded_votes_no_truncate;

-- The votes that match a selection. Criteria of different keys must all match; of the values of one key, any may match, so
-- an empty list matches nothing.
-- Votes of erased accounts have no account, so criteria about people do not match them.
CREATE FUNCTION selected_votes(p_selection jsonb)
RETURNS TABLE (voter_id uuid, category_id int2, nominee_id int4)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_voters uuid[] := CASE WHEN p_selection ? 'voters' THEN ARRAY(SELECT v::uuid FROM jsonb_array_elements_text(p_selection -> 'voters') v) END;
  v_accounts uuid[] := CASE WHEN p_selection ? 'accounts' THEN ARRAY(SELECT v::uuid FROM jsonb_array_elements_text(p_selection -> 'accounts') v) END;
  v_nominees int4[] := CASE WHEN p_selection ? 'nominees' THEN ARRAY(SELECT v::int4 FROM jsonb_array_elements_text(p_selection -> 'nominees') v) END;
  v_categories int2[] := CASE WHEN p_selection ? 'categories' THEN ARRAY(SELECT v::int2 FROM jsonb_array_elements_text(p_selection -> 'categories') v) END;
  v_networks inet[] := CASE WHEN p_selection ? 'networks' THEN ARRAY(SELECT v::inet FROM jsonb_array_elements_text(p_selection -> 'networks') v) END;
  v_numbers text[] := CASE WHEN p_selection ? 'numbers' THEN ARRAY(SELECT v FROM jsonb_array_elements_text(p_selection -> 'numbers') v) END;
  v_zones text[] := CASE WHEN p_selection ? 'timeZones' THEN ARRAY(SELECT v FROM jsonb_array_elements_text(p_selection -> 'timeZones') v) END;
  v_agents text[] := CASE WHEN p_selection ? 'userAgents' THEN ARRAY(SELECT lower(v) FROM jsonb_array_elements_text(p_selection -> 'userAgents') v) END;
  v_domains text[] := CASE WHEN p_selection ? 'mailDomains' THEN ARRAY(SELECT lower(v) FROM jsonb_array_elements_text(p_selection -> 'mailDomains') v) END;
  v_from timestamptz := p_selection ->> 'from';
  v_until timestamptz := p_selection ->> 'until';
  v_people boolean := num_nonnulls(v_accounts, v_networks, v_numbers, v_zones, v_agents, v_domains) > 0;
BEGIN
  RETURN QUERY
  WITH people AS MATERIALIZED (
    SELECT a.voter_id
      FROM accounts a
     WHERE v_people AND a.voter_id IS NOT NULL
       AND (v_accounts IS NULL OR a.id = ANY (v_accounts))
       AND (v_domains IS NULL OR split_part(a.email_canonical, '@', 2) = ANY (v_domains))
       AND (v_numbers IS NULL OR EXISTS (SELECT FROM unnest(v_numbers) n WHERE starts_with(a.phone_number, n)))
       AND (num_nonnulls(v_networks, v_zones, v_agents) = 0 OR EXISTS (
             SELECT FROM client_hints h
              WHERE h.account_id = a.id
                AND (v_networks IS NULL OR h.observed_ip <<= ANY (v_networks))
                AND (v_zones IS NULL OR h.time_zone = ANY (v_zones))
                AND (v_agents IS NULL OR EXISTS (SELECT FROM unnest(v_agents) u WHERE strpos(lower(h.user_agent), u) > 0))))
  )
  SELECT v.voter_id, v.category_id, v.nominee_id
    FROM votes v
   WHERE (v_voters IS NULL OR v.voter_id = ANY (v_voters))
     AND (v_nominees IS NULL OR v.nominee_id = ANY (v_nominees))
     AND (v_categories IS NULL OR v.category_id = ANY (v_categories))
     AND (v_from IS NULL OR v.cast_at >= v_from)
     AND (v_until IS NULL OR v.cast_at < v_until)
     AND (NOT v_people OR v.voter_id IN (SELECT p.voter_id FROM people p));
END $fn$;
REVOKE ALL ON FUNCTION selected_votes(jsonb) FROM PUBLIC;

-- The votes that at least one applied exclusion holds, except those that only p_except holds.
CREATE FUNCTION votes_held(p_except int4)
RETURNS TABLE (voter_id uuid, category_id int2, nominee_id int4)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT e.voter_id, e.category_id, e.nominee_id
    FROM exclusions x
    JOIN excluded_votes e ON e.exclusion_id = x.id
   WHERE x.applied_at IS NOT NULL AND x.undone_at IS NULL AND x.id <> p_except
$$;
REVOKE ALL ON FUNCTION votes_held(int4) FROM PUBLIC;

-- Stores an exclusion with the votes that match its selection now, and returns its id. Changes no count.
CREATE FUNCTION propose_exclusion(p_selection jsonb, p_public_reason jsonb, p_reason text, p_evidence text,
                                  p_approvals int2, p_actor text, p_now timestamptz) RETURNS int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
  v_voters uuid[];
  v_categories int2[];
  v_nominees int4[];
BEGIN
  SELECT array_agg(s.voter_id), array_agg(s.category_id), array_agg(s.nominee_id) INTO v_voters, v_categories, v_nominees
    FROM selected_votes(p_selection) s;
  IF v_voters IS NULL THEN RETURN NULL; END IF;
  INSERT INTO exclusions (selection, public_reason, reason, evidence, approvals, votes, voters, proposed_at, proposed_by)
  VALUES (p_selection, p_public_reason, p_reason, p_evidence, p_approvals, cardinality(v_voters),
          (SELECT count(DISTINCT v) FROM unnest(v_voters) v), p_now, p_actor)
  RETURNING id INTO v_id;
  INSERT INTO excluded_votes (exclusion_id, voter_id, category_id, nominee_id)
  SELECT v_id, v.* FROM unnest(v_voters, v_categories, v_nominees) v;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'exclusion.propose', 'exclusion ' || v_id, p_reason,
         jsonb_build_object('votes', x.votes, 'voters', x.voters, 'approvals', p_approvals)
    FROM exclusions x WHERE x.id = v_id;
  RETURN v_id;
END $$;
REVOKE ALL ON FUNCTION propose_exclusion(jsonb, jsonb, text, text, int2, text, timestamptz) FROM PUBLIC;

-- Approves or refuses a proposal, as a person other than its proposer, within 24 hours. False if that is not possible.
CREATE FUNCTION decide_exclusion(p_id int4, p_approve boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE exclusions SET approved = p_approve, decided_at = p_now, decided_by = p_actor
   WHERE id = p_id AND approved IS NULL AND applied_at IS NULL AND proposed_by <> p_actor
     AND p_now < proposed_at + interval '24 hours';
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, CASE WHEN p_approve THEN 'exclusion.approve' ELSE 'exclusion.refuse' END, 'exclusion ' || p_id, p_reason);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION decide_exclusion(int4, boolean, text, text, timestamptz) FROM PUBLIC;

-- Applies an exclusion, or undoes it (p_undo). Its votes leave the count, or return to it, unless another applied exclusion
-- holds them. A proposal can be applied for 24 hours, counted from its approval if it needs one. False if not possible.
CREATE FUNCTION apply_exclusion(p_id int4, p_undo boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_nominees int4[];
  v_counts int8[];
BEGIN
  -- One exclusion at a time: which votes others hold must not change meanwhile.
  PERFORM pg_advisory_xact_lock(5203179);
  IF p_undo THEN
    UPDATE exclusions SET undone_at = p_now, undone_by = p_actor
     WHERE id = p_id AND applied_at IS NOT NULL AND undone_at IS NULL;
  ELSE
    UPDATE exclusions SET applied_at = p_now, applied_by = p_actor
     WHERE id = p_id AND applied_at IS NULL AND (approved IS TRUE OR (approvals = 1 AND approved IS NULL))
       AND p_now < coalesce(decided_at, proposed_at) + interval '24 hours';
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT array_agg(c.nominee_id), array_agg(c.count) INTO v_nominees, v_counts
    FROM (SELECT e.nominee_id, count(*) AS count
            FROM excluded_votes e
           WHERE e.exclusion_id = p_id
             AND NOT EXISTS (SELECT FROM votes_held(p_id) h WHERE h.voter_id = e.voter_id AND h.category_id = e.category_id)
           GROUP BY e.nominee_id) c;
  -- Votes wait only for the rest, which writes one row for each nominee.
  PERFORM stop_ballots();
  INSERT INTO excluded_tallies AS t (nominee_id, count)
  SELECT c.nominee_id, c.count FROM unnest(v_nominees, v_counts) AS c (nominee_id, count) WHERE NOT p_undo
  ON CONFLICT (nominee_id) DO UPDATE SET count = t.count + excluded.count;
  UPDATE excluded_tallies t SET count = t.count - c.count
    FROM unnest(v_nominees, v_counts) AS c (nominee_id, count) WHERE p_undo AND t.nominee_id = c.nominee_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_undo THEN 'exclusion.undo' ELSE 'exclusion.apply' END, 'exclusion ' || p_id, p_reason,
          jsonb_build_object('votes', coalesce((SELECT sum(n) FROM unnest(v_counts) n), 0)));
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION apply_exclusion(int4, boolean, text, text, timestamptz) FROM PUBLIC;

-- The votes of each nominee that count: cast and not excluded.
CREATE VIEW counted_totals AS
SELECT t.nominee_id, t.count - coalesce(x.count, 0) AS count
  FROM tally_totals t
  LEFT JOIN excluded_tallies x ON x.nominee_id = t.nominee_id;

-- Publishes the votes that count. As before, except that a category is also due when its exclusions change: what counts is
-- the sum of the differences between the published and the current totals of its nominees, so that a change of fewer than
-- p_votes votes stays unpublished while people vote, whatever its cause. Older and newer code call it in the same way.
CREATE OR REPLACE FUNCTION publish_tallies(p_at timestamptz, p_seconds int4, p_votes int4, p_final boolean)
RETURNS TABLE (nominee_id int4, count int8)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  -- One publisher at a time: the statement below sees what the one before it published.
  PERFORM pg_advisory_xact_lock(5203178);
  INSERT INTO published_tallies AS p (category_id, counts, votes, final, published_at)
  SELECT t.category_id, t.counts, t.votes, p_final, p_at
    FROM (SELECT c.id AS category_id,
                 coalesce(jsonb_object_agg(n.id, s.count) FILTER (WHERE s.count > 0), '{}') AS counts,
                 coalesce(sum(s.count), 0)::int8 AS votes
            FROM categories c
            LEFT JOIN nominees n ON n.category_id = c.id
            LEFT JOIN counted_totals s ON s.nominee_id = n.id
           GROUP BY c.id) t
    LEFT JOIN published_tallies last ON last.category_id = t.category_id
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(abs(coalesce((t.counts ->> k)::int8, 0) - coalesce((last.counts ->> k)::int8, 0))), 0) AS changes
        FROM jsonb_object_keys(last.counts || t.counts) k) d ON last.category_id IS NOT NULL AND t.counts <> last.counts
   WHERE last.category_id IS NULL
      OR (p_final AND (t.counts <> last.counts OR NOT last.final))
      OR (NOT p_final AND d.changes >= greatest(p_votes, 1)
          AND (floor(extract(epoch FROM p_at)) - floor(extract(epoch FROM last.published_at)) >= p_seconds
               OR p_at < last.published_at - make_interval(secs => p_seconds)))
  ON CONFLICT (category_id) DO UPDATE
    SET counts = excluded.counts, votes = excluded.votes, final = excluded.final, published_at = excluded.published_at;
  RETURN QUERY SELECT e.key::int4, e.value::int8 FROM published_tallies p, jsonb_each_text(p.counts) e;
END $fn$;
