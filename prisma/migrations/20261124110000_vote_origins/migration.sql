-- CreateTable
CREATE TABLE "vote_origins" (
    "voter_id" UUID NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "network" cidr NOT NULL,
    "user_agent" TEXT NOT NULL,
    "time_zone" TEXT,

    CONSTRAINT "vote_origins_pkey" PRIMARY KEY ("voter_id","category_id")
);

-- CreateTable
CREATE TABLE "vote_origin_batches" (
    "id" BIGSERIAL NOT NULL,
    "origins" TEXT NOT NULL,

    CONSTRAINT "vote_origin_batches_pkey" PRIMARY KEY ("id")
);

-- Compressing a batch that is soon deleted costs more than writing it.
ALTER TABLE vote_origin_batches ALTER COLUMN origins SET STORAGE EXTERNAL;

-- No address of a single subscriber, whatever is written.
ALTER TABLE vote_origins
  ADD CONSTRAINT vote_origins_network CHECK (masklen(network) <= CASE family(network) WHEN 4 THEN 24 ELSE 48 END),
  ADD CONSTRAINT vote_origins_texts CHECK (length(user_agent) <= 40 AND length(time_zone) <= 64);

-- Stores the origins of a batch of accepted votes, unread: people vote at the same time, and this is most of the work.
CREATE FUNCTION record_vote_origins(p_origins text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A crash may lose the last second, so the commit waits neither for the disk nor for a standby.
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO vote_origin_batches (origins) VALUES (p_origins);
END $$;
REVOKE ALL ON FUNCTION record_vote_origins(text) FROM PUBLIC;

-- The origins in a batch. The voter is the account of the session; those of erased accounts are left out.
-- A line has: session id, category id, whole minutes since 1970, network, user agent, time zone or nothing.
CREATE FUNCTION origins_in(p_origins text)
RETURNS TABLE (voter_id uuid, category_id int2, minute timestamptz, network cidr, user_agent text, time_zone text)
LANGUAGE sql STABLE SET enable_seqscan = off SET search_path = pg_catalog, public, pg_temp AS $$
  -- OFFSET 0 keeps each row a look-up by its key, whatever plan the connection keeps.
  SELECT a.voter_id, f[2]::int2, to_timestamp(f[3]::float8 * 60), f[4]::cidr, f[5], nullif(f[6], '')
    FROM string_to_table(p_origins, chr(10)) line
    CROSS JOIN LATERAL string_to_array(line, ',') f
    CROSS JOIN LATERAL (SELECT account_id FROM sessions WHERE id = f[1]::uuid OFFSET 0) s
    CROSS JOIN LATERAL (SELECT voter_id FROM accounts WHERE id = s.account_id OFFSET 0) a
   WHERE a.voter_id IS NOT NULL
$$;
REVOKE ALL ON FUNCTION origins_in(text) FROM PUBLIC;

-- Moves the oldest batch that nobody else is moving to vote_origins. False if there is none.
CREATE FUNCTION settle_vote_origins() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int8;
  v_origins text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  -- erase_account() takes the same lock alone: the statements below see an erasure, or the erasure sees their rows.
  PERFORM pg_advisory_xact_lock_shared(5203190);
  SELECT b.id, b.origins INTO v_id, v_origins FROM vote_origin_batches b ORDER BY b.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO vote_origins (voter_id, category_id, minute, network, user_agent, time_zone)
  SELECT * FROM origins_in(v_origins) o ORDER BY o.voter_id, o.category_id
  ON CONFLICT DO NOTHING;
  DELETE FROM vote_origin_batches WHERE id = v_id;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION settle_vote_origins() FROM PUBLIC;

-- Deletes up to 50,000 origins once the winners were announced 90 days ago, and returns how many it deleted. The time of the
-- announcement is that of the newest edition, unless an organiser moved it.
CREATE FUNCTION forget_vote_origins(p_now timestamptz) RETURNS int4
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_announced timestamptz;
  v_deleted int4;
BEGIN
  SELECT CASE WHEN m.boundary IS NULL THEN e.announced_at ELSE m.at END INTO v_announced
    FROM (SELECT announced_at FROM editions ORDER BY id DESC LIMIT 1) e
    FULL JOIN (SELECT boundary, at FROM phase_times WHERE boundary = 'announced') m ON true;
  IF v_announced IS NULL OR p_now < v_announced + interval '2160 hours' THEN RETURN 0; END IF;
  DELETE FROM vote_origin_batches;
  DELETE FROM vote_origins WHERE ctid = ANY (ARRAY(SELECT ctid FROM vote_origins LIMIT 50000));
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
REVOKE ALL ON FUNCTION forget_vote_origins(timestamptz) FROM PUBLIC;

-- erase_account() as it was, and it also deletes the origins of the person's votes.
CREATE OR REPLACE FUNCTION erase_account(p_account uuid, p_email_hash bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_voter uuid;
BEGIN
  SELECT voter_id INTO v_voter FROM accounts WHERE id = p_account AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE accounts
     SET voter_id = NULL, name = NULL, email = NULL, email_canonical = NULL, phone_number = NULL, password_hash = NULL,
         email_verified_at = NULL, totp_secret = NULL, totp_confirmed_at = NULL, erased_at = p_now
   WHERE id = p_account;
  INSERT INTO claims (kind, fingerprint, account_id, held_until) VALUES ('email', p_email_hash, p_account, '9999-12-31')
  ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until;
  UPDATE phone_verifications SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  UPDATE social_links SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  DELETE FROM sessions WHERE account_id = p_account;
  DELETE FROM devices WHERE account_id = p_account;
  DELETE FROM backup_codes WHERE account_id = p_account;
  DELETE FROM challenges WHERE account_id = p_account;
  DELETE FROM client_hints WHERE account_id = p_account;
  DELETE FROM social_requests WHERE account_id = p_account;
  UPDATE sms_charges SET network = '' WHERE account_id = p_account;
  -- Waits for the batches of origins that are under way, so that none is written for a person who is erased.
  PERFORM pg_advisory_xact_lock(5203190);
  DELETE FROM vote_origins WHERE voter_id = v_voter;
  RETURN true;
END $$;

-- selected_votes() as it was, and networks, time zones and user agents also match the origin of the vote itself. Each must
-- match in one origin or in one of the account's client hints. An origin has a network, not an address, so it matches
-- networks that contain all of it. Runs as its owner: the application must not read the origins.
CREATE OR REPLACE FUNCTION selected_votes(p_selection jsonb)
RETURNS TABLE (voter_id uuid, category_id int2, nominee_id int4)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $fn$
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
  v_people boolean := num_nonnulls(v_accounts, v_numbers, v_domains) > 0;
  v_visits boolean := num_nonnulls(v_networks, v_zones, v_agents) > 0;
BEGIN
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
  -- Outer joins, not IN: PostgreSQL plans them as joins if they matter, whatever the sizes, and leaves them out if not.
  SELECT v.voter_id, v.category_id, v.nominee_id
    FROM votes v
    LEFT JOIN people p ON p.voter_id = v.voter_id
    LEFT JOIN visits o ON o.voter_id = v.voter_id AND o.category_id = v.category_id
   WHERE (v_voters IS NULL OR v.voter_id = ANY (v_voters))
     AND (v_nominees IS NULL OR v.nominee_id = ANY (v_nominees))
     AND (v_categories IS NULL OR v.category_id = ANY (v_categories))
     AND (v_from IS NULL OR v.cast_at >= v_from)
     AND (v_until IS NULL OR v.cast_at < v_until)
     AND (NOT v_people OR p.voter_id IS NOT NULL)
     AND (NOT v_visits OR o.voter_id IS NOT NULL);
END $fn$;
