-- The votes of the edition that match a selection. Criteria of different keys must all match; of the values of one key, any may match, so an empty
-- list matches nothing. Votes of erased accounts have no account, so criteria about people do not match them. Networks, time zones
-- and user agents match one origin of the vote itself, or one of the account's client hints. An origin has a network, not an
-- address, so it matches networks that contain all of it. Runs as its owner: the application must not read the origins. The votes
-- of matching visits are looked up by their keys: the planner expected many more, and wrote a hash of all votes to the disk.
CREATE OR REPLACE FUNCTION selected_votes(p_selection jsonb)
RETURNS TABLE (voter_id uuid, category_id int2, nominee_id int4)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $fn$
DECLARE
  v_voters uuid[] := CASE WHEN p_selection ? 'voters' THEN ARRAY(SELECT v::uuid FROM jsonb_array_elements_text(p_selection -> 'voters') v) END;
  v_accounts uuid[] := CASE WHEN p_selection ? 'accounts' THEN ARRAY(SELECT v::uuid FROM jsonb_array_elements_text(p_selection -> 'accounts') v) END;
  v_nominees int4[] := CASE WHEN p_selection ? 'nominees' THEN ARRAY(SELECT v::int4 FROM jsonb_array_elements_text(p_selection -> 'nominees') v) END;
  v_categories int2[] := ARRAY(SELECT c.id FROM categories c WHERE NOT p_selection ? 'categories' OR p_selection -> 'categories' @> to_jsonb(c.id));
  v_networks inet[] := CASE WHEN p_selection ? 'networks' THEN ARRAY(SELECT v::inet FROM jsonb_array_elements_text(p_selection -> 'networks') v) END;
  v_numbers text[] := CASE WHEN p_selection ? 'numbers' THEN ARRAY(SELECT v FROM jsonb_array_elements_text(p_selection -> 'numbers') v) END;
  v_zones text[] := CASE WHEN p_selection ? 'timeZones' THEN ARRAY(SELECT v FROM jsonb_array_elements_text(p_selection -> 'timeZones') v) END;
  v_agents text[] := CASE WHEN p_selection ? 'userAgents' THEN ARRAY(SELECT lower(v) FROM jsonb_array_elements_text(p_selection -> 'userAgents') v) END;
  v_domains text[] := CASE WHEN p_selection ? 'mailDomains' THEN ARRAY(SELECT lower(v) FROM jsonb_array_elements_text(p_selection -> 'mailDomains') v) END;
  v_from timestamptz := greatest((p_selection ->> 'from')::timestamptz, (SELECT y.began_at - interval '1 hour' FROM years y WHERE y.year = edition_year()));
  v_until timestamptz := p_selection ->> 'until';
  v_people boolean := num_nonnulls(v_accounts, v_numbers, v_domains) > 0;
  v_visits boolean := num_nonnulls(v_networks, v_zones, v_agents) > 0;
BEGIN
  IF v_visits THEN
  RETURN QUERY
  WITH people AS MATERIALIZED (
    SELECT a.voter_id
      FROM accounts a
     WHERE v_people AND a.voter_id IS NOT NULL
       AND (v_accounts IS NULL OR a.id = ANY (v_accounts))
       AND (v_domains IS NULL OR split_part(a.email_canonical, '@', 2) = ANY (v_domains))
       AND (v_numbers IS NULL OR EXISTS (SELECT FROM unnest(v_numbers) n WHERE starts_with(a.phone_number, n)))
  ), hinted AS MATERIALIZED (
    SELECT a.voter_id
      FROM accounts a
     WHERE v_visits AND a.voter_id IS NOT NULL
       AND EXISTS (
             SELECT FROM client_hints h
              WHERE h.account_id = a.id
                AND (v_networks IS NULL OR h.observed_ip <<= ANY (v_networks))
                AND (v_zones IS NULL OR h.time_zone = ANY (v_zones))
                AND (v_agents IS NULL OR EXISTS (SELECT FROM unnest(v_agents) u WHERE strpos(lower(h.user_agent), u) > 0)))
  ), visits AS MATERIALIZED (
    SELECT o.voter_id, o.category_id
      FROM vote_origins o
     WHERE v_visits
       AND (v_networks IS NULL OR o.network <<= ANY (v_networks))
       AND (v_zones IS NULL OR o.time_zone = ANY (v_zones))
       AND (v_agents IS NULL OR EXISTS (SELECT FROM unnest(v_agents) u WHERE strpos(lower(o.user_agent), u) > 0))
    UNION
    SELECT o.voter_id, o.category_id
      FROM vote_origin_batches b, origins_in(b.origins) o
     WHERE v_visits
       AND (v_networks IS NULL OR o.network <<= ANY (v_networks))
       AND (v_zones IS NULL OR o.time_zone = ANY (v_zones))
       AND (v_agents IS NULL OR EXISTS (SELECT FROM unnest(v_agents) u WHERE strpos(lower(o.user_agent), u) > 0))
    UNION
    SELECT v.voter_id, v.category_id FROM hinted h JOIN votes v ON v.voter_id = h.voter_id
  )
  -- OFFSET 0 keeps each vote a look-up.
  SELECT v.voter_id, v.category_id, v.nominee_id
    FROM visits o
    CROSS JOIN LATERAL (SELECT * FROM votes w WHERE w.voter_id = o.voter_id AND w.category_id = o.category_id OFFSET 0) v
    LEFT JOIN people p ON p.voter_id = v.voter_id
   WHERE (v_voters IS NULL OR v.voter_id = ANY (v_voters))
     AND (v_nominees IS NULL OR v.nominee_id = ANY (v_nominees))
     AND v.category_id = ANY (v_categories)
     AND (v_from IS NULL OR v.cast_at >= v_from)
     AND (v_until IS NULL OR v.cast_at < v_until)
     AND (NOT v_people OR p.voter_id IS NOT NULL);
  ELSE
  RETURN QUERY
  WITH people AS MATERIALIZED (
    SELECT a.voter_id
      FROM accounts a
     WHERE v_people AND a.voter_id IS NOT NULL
       AND (v_accounts IS NULL OR a.id = ANY (v_accounts))
       AND (v_domains IS NULL OR split_part(a.email_canonical, '@', 2) = ANY (v_domains))
       AND (v_numbers IS NULL OR EXISTS (SELECT FROM unnest(v_numbers) n WHERE starts_with(a.phone_number, n)))
    )
  -- An outer join, not IN: PostgreSQL plans it as a join if it matters, whatever the sizes, and leaves it out if not.
  SELECT v.voter_id, v.category_id, v.nominee_id
    FROM votes v
    LEFT JOIN people p ON p.voter_id = v.voter_id
   WHERE (v_voters IS NULL OR v.voter_id = ANY (v_voters))
     AND (v_nominees IS NULL OR v.nominee_id = ANY (v_nominees))
     AND v.category_id = ANY (v_categories)
     AND (v_from IS NULL OR v.cast_at >= v_from)
     AND (v_until IS NULL OR v.cast_at < v_until)
     AND (NOT v_people OR p.voter_id IS NOT NULL);
  END IF;
END $fn$;
