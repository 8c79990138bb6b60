-- CreateTable
CREATE TABLE "team_members" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_passkeys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "member_id" UUID NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "synced" BOOLEAN NOT NULL,
    "label" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_invitations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "member_id" UUID,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" BYTEA NOT NULL,
    "member_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "passkey_at" TIMESTAMPTZ(3) NOT NULL,
    "network" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_challenges" (
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_challenges_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_passkeys_credential_id_key" ON "team_passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "team_passkeys_member_id_idx" ON "team_passkeys"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_token_hash_key" ON "team_invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "team_sessions_token_hash_key" ON "team_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "team_sessions_member_id_idx" ON "team_sessions"("member_id");

-- CreateIndex
CREATE INDEX "team_challenges_expires_at_idx" ON "team_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "team_passkeys" ADD CONSTRAINT "team_passkeys_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "team_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "team_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_sessions" ADD CONSTRAINT "team_sessions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "team_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE team_members ADD CONSTRAINT team_members_role CHECK (role IN ('owner', 'organiser', 'support', 'auditor'));
ALTER TABLE team_invitations ADD CONSTRAINT team_invitations_role CHECK (role IN ('owner', 'organiser', 'support', 'auditor'));
-- A name stands for one person in the audit log.
CREATE UNIQUE INDEX team_members_one_name ON team_members (lower(name)) WHERE removed_at IS NULL;

-- Spends a challenge. False if it was spent before.
CREATE FUNCTION team_spend(p_challenge bytea, p_expires timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM team_challenges WHERE expires_at <= p_now;
  INSERT INTO team_challenges (hash, expires_at) VALUES (p_challenge, p_expires) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION team_spend(bytea, timestamptz, timestamptz) FROM PUBLIC;

-- Stores an invitation for a new person, or, with p_member, for one of the team who lost their passkeys. Revokes the open
-- ones for the same name. Null if a new person's name is taken, or the member does not exist.
CREATE FUNCTION team_invite(p_token_hash bytea, p_name text, p_role text, p_member uuid, p_expires timestamptz,
                            p_actor text, p_reason text, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id uuid;
  v_name text := p_name;
  v_role text := p_role;
BEGIN
  -- Invitations and acceptances take turns.
  PERFORM pg_advisory_xact_lock(5203180);
  IF p_member IS NULL THEN
    IF EXISTS (SELECT FROM team_members m WHERE lower(m.name) = lower(p_name) AND m.removed_at IS NULL) THEN RETURN NULL; END IF;
  ELSE
    SELECT m.name, m.role INTO v_name, v_role FROM team_members m WHERE m.id = p_member AND m.removed_at IS NULL;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  UPDATE team_invitations SET revoked_at = p_now
   WHERE lower(name) = lower(v_name) AND used_at IS NULL AND revoked_at IS NULL;
  INSERT INTO team_invitations (token_hash, name, role, member_id, invited_by, created_at, expires_at)
  VALUES (p_token_hash, v_name, v_role, p_member, p_actor, p_now, p_expires) RETURNING id INTO v_id;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_member IS NULL THEN 'team.invite' ELSE 'team.replace-passkeys' END, 'invitation ' || v_id, p_reason,
          jsonb_build_object('name', v_name, 'role', v_role));
  RETURN v_id;
END $$;
REVOKE ALL ON FUNCTION team_invite(bytea, text, text, uuid, timestamptz, text, text, timestamptz) FROM PUBLIC;

-- The open invitation of a link.
CREATE FUNCTION team_invitation(p_token_hash bytea, p_now timestamptz)
RETURNS TABLE (id uuid, name text, role text, invited_by text, member_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.id, i.name, i.role, i.invited_by, i.member_id FROM team_invitations i
   WHERE i.token_hash = p_token_hash AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > p_now
$$;
REVOKE ALL ON FUNCTION team_invitation(bytea, timestamptz) FROM PUBLIC;

-- Revokes an open invitation. False if there is none.
CREATE FUNCTION team_revoke_invitation(p_id uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE team_invitations SET revoked_at = p_now
   WHERE id = p_id AND used_at IS NULL AND revoked_at IS NULL AND expires_at > p_now;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'team.revoke-invitation', 'invitation ' || p_id, p_reason);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION team_revoke_invitation(uuid, text, text, timestamptz) FROM PUBLIC;

-- Accepts an invitation with a new passkey and starts a session. Of a person who lost their passkeys, the old passkeys and sessions end.
-- Returns ok, challenge (spent before), invitation (used, revoked or expired), name (taken) or known (the passkey); only ok
-- changes anything, except that the challenge is spent.
CREATE FUNCTION team_accept(p_challenge bytea, p_challenge_expires timestamptz, p_token_hash bytea, p_credential bytea, p_public_key bytea,
                            p_counter int8, p_transports text[], p_synced boolean, p_label text,
                            p_session_hash bytea, p_network text, p_browser text, p_ends timestamptz, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_invitation team_invitations;
  v_member uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  PERFORM pg_advisory_xact_lock(5203180);
  SELECT * INTO v_invitation FROM team_invitations i
   WHERE i.token_hash = p_token_hash AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > p_now FOR UPDATE;
  IF NOT FOUND THEN RETURN 'invitation'; END IF;
  IF EXISTS (SELECT FROM team_passkeys k WHERE k.credential_id = p_credential) THEN RETURN 'known'; END IF;
  v_member := v_invitation.member_id;
  IF v_member IS NULL THEN
    INSERT INTO team_members (name, role, invited_by, joined_at)
    VALUES (v_invitation.name, v_invitation.role, v_invitation.invited_by, p_now)
    ON CONFLICT (lower(name)) WHERE removed_at IS NULL DO NOTHING RETURNING id INTO v_member;
    IF v_member IS NULL THEN RETURN 'name'; END IF;
  ELSE
    PERFORM FROM team_members m WHERE m.id = v_member AND m.removed_at IS NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN 'invitation'; END IF;
    UPDATE team_passkeys SET removed_at = p_now WHERE member_id = v_member AND removed_at IS NULL;
    UPDATE team_sessions SET ended_at = p_now WHERE member_id = v_member AND ended_at IS NULL;
  END IF;
  UPDATE team_invitations SET used_at = p_now WHERE id = v_invitation.id;
  INSERT INTO team_passkeys (member_id, credential_id, public_key, counter, transports, synced, label, added_at)
  VALUES (v_member, p_credential, p_public_key, p_counter, p_transports, p_synced, p_label, p_now);
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  VALUES (p_now, v_invitation.name || ' (console)', 'team.accept', 'member ' || v_member,
          jsonb_build_object('invitation', v_invitation.id, 'role', v_invitation.role, 'browser', p_browser));
  INSERT INTO team_sessions (token_hash, member_id, started_at, last_seen_at, ends_at, passkey_at, network, browser)
  VALUES (p_session_hash, v_member, p_now, p_now, p_ends, p_now, p_network, p_browser);
  RETURN 'ok';
END $$;
REVOKE ALL ON FUNCTION team_accept(bytea, timestamptz, bytea, bytea, bytea, int8, text[], boolean, text, bytea, text, text, timestamptz, timestamptz) FROM PUBLIC;

-- Records the use of a passkey whose signature was checked: the counter must have grown, unless the authenticator has none.
-- Returns the member, or null if the passkey was removed or the counter shows a copy, which is recorded.
CREATE FUNCTION team_use_passkey(p_credential bytea, p_counter int8, p_now timestamptz) RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_member uuid;
  v_passkey uuid;
BEGIN
  UPDATE team_passkeys k SET counter = p_counter, last_used_at = p_now
    FROM team_members m
   WHERE k.credential_id = p_credential AND k.removed_at IS NULL AND m.id = k.member_id AND m.removed_at IS NULL
     AND (p_counter > k.counter OR (p_counter = 0 AND k.counter = 0))
  RETURNING k.member_id INTO v_member;
  IF v_member IS NOT NULL THEN RETURN v_member; END IF;
  SELECT k.id INTO v_passkey FROM team_passkeys k WHERE k.credential_id = p_credential AND k.removed_at IS NULL;
  IF v_passkey IS NOT NULL THEN
    INSERT INTO audit_entries (at, actor, action, subject)
    SELECT p_now, m.name || ' (console)', 'team.passkey-copied', 'passkey ' || v_passkey
      FROM team_passkeys k JOIN team_members m ON m.id = k.member_id WHERE k.id = v_passkey;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION team_use_passkey(bytea, int8, timestamptz) FROM PUBLIC;

-- Starts a session. Returns ok, challenge (spent before) or passkey (removed, or copied).
CREATE FUNCTION team_sign_in(p_challenge bytea, p_challenge_expires timestamptz, p_credential bytea, p_counter int8, p_token_hash bytea,
                             p_network text, p_browser text, p_ends timestamptz, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_member uuid;
  v_session uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  v_member := team_use_passkey(p_credential, p_counter, p_now);
  IF v_member IS NULL THEN RETURN 'passkey'; END IF;
  INSERT INTO team_sessions (token_hash, member_id, started_at, last_seen_at, ends_at, passkey_at, network, browser)
  VALUES (p_token_hash, v_member, p_now, p_now, p_ends, p_now, p_network, p_browser) RETURNING id INTO v_session;
  INSERT INTO audit_entries (at, actor, action, subject, detail)
  SELECT p_now, m.name || ' (console)', 'team.sign-in', 'session ' || v_session, jsonb_build_object('browser', p_browser)
    FROM team_members m WHERE m.id = v_member;
  RETURN 'ok';
END $$;
REVOKE ALL ON FUNCTION team_sign_in(bytea, timestamptz, bytea, int8, bytea, text, text, timestamptz, timestamptz) FROM PUBLIC;

-- Records that the person of a session used a passkey of theirs again. Returns ok, challenge or passkey.
CREATE FUNCTION team_confirm(p_challenge bytea, p_challenge_expires timestamptz, p_credential bytea, p_counter int8, p_session uuid,
                             p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_member uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  v_member := team_use_passkey(p_credential, p_counter, p_now);
  UPDATE team_sessions SET passkey_at = p_now WHERE id = p_session AND member_id = v_member AND ended_at IS NULL;
  RETURN CASE WHEN FOUND THEN 'ok' ELSE 'passkey' END;
END $$;
REVOKE ALL ON FUNCTION team_confirm(bytea, timestamptz, bytea, int8, uuid, timestamptz) FROM PUBLIC;

-- The person of a session that is neither ended, nor expired, nor idle for an hour, nor used from another network; at most
-- once a minute its last use is written. The role is the current one, so a lowered role counts at once.
CREATE FUNCTION team_session(p_token_hash bytea, p_network text, p_now timestamptz)
RETURNS TABLE (session_id uuid, member_id uuid, name text, role text, started_at timestamptz, ends_at timestamptz, passkey_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$
BEGIN
  UPDATE team_sessions s SET last_seen_at = p_now
   WHERE s.token_hash = p_token_hash AND s.network = p_network AND s.ended_at IS NULL AND s.ends_at > p_now
     AND s.last_seen_at > p_now - interval '60 minutes' AND s.last_seen_at < p_now - interval '1 minute';
  RETURN QUERY
  SELECT s.id, s.member_id, m.name, m.role, s.started_at, s.ends_at, s.passkey_at
    FROM team_sessions s JOIN team_members m ON m.id = s.member_id AND m.removed_at IS NULL
   WHERE s.token_hash = p_token_hash AND s.network = p_network AND s.ended_at IS NULL AND s.ends_at > p_now
     AND s.last_seen_at > p_now - interval '60 minutes';
END $fn$;
REVOKE ALL ON FUNCTION team_session(bytea, text, timestamptz) FROM PUBLIC;

-- Ends a session; with p_member, only one of that person. False if there is none.
CREATE FUNCTION team_end_session(p_session uuid, p_member uuid, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE team_sessions SET ended_at = p_now
   WHERE id = p_session AND ended_at IS NULL AND (p_member IS NULL OR member_id = p_member);
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, 'team.end-session', 'session ' || p_session, p_reason);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION team_end_session(uuid, uuid, text, text, timestamptz) FROM PUBLIC;

-- Deletes sessions that ended 90 days ago or more, and returns how many. A caller's clock that is ahead deletes none earlier.
CREATE FUNCTION forget_team_sessions(p_now timestamptz) RETURNS int4
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_deleted int4;
BEGIN
  DELETE FROM team_sessions WHERE least(ended_at, ends_at) <= least(p_now, clock_timestamp()) - interval '2160 hours';
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
REVOKE ALL ON FUNCTION forget_team_sessions(timestamptz) FROM PUBLIC;

-- Adds a passkey to a person. Returns ok, challenge or known.
CREATE FUNCTION team_add_passkey(p_challenge bytea, p_challenge_expires timestamptz, p_member uuid, p_credential bytea, p_public_key bytea,
                                 p_counter int8, p_transports text[], p_synced boolean, p_label text, p_actor text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id uuid;
BEGIN
  IF NOT team_spend(p_challenge, p_challenge_expires, p_now) THEN RETURN 'challenge'; END IF;
  INSERT INTO team_passkeys (member_id, credential_id, public_key, counter, transports, synced, label, added_at)
  VALUES (p_member, p_credential, p_public_key, p_counter, p_transports, p_synced, p_label, p_now)
  ON CONFLICT (credential_id) DO NOTHING RETURNING id INTO v_id;
  IF v_id IS NULL THEN RETURN 'known'; END IF;
  INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, p_actor, 'team.add-passkey', 'passkey ' || v_id);
  RETURN 'ok';
END $$;
REVOKE ALL ON FUNCTION team_add_passkey(bytea, timestamptz, uuid, bytea, bytea, int8, text[], boolean, text, text, timestamptz) FROM PUBLIC;

-- Removes a passkey of a person. Returns ok, last (their only one) or missing.
CREATE FUNCTION team_remove_passkey(p_id uuid, p_member uuid, p_actor text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Removals of one person take turns, so that two at once can't remove the last two.
  PERFORM FROM team_members m WHERE m.id = p_member FOR UPDATE;
  IF NOT EXISTS (SELECT FROM team_passkeys k WHERE k.id = p_id AND k.member_id = p_member AND k.removed_at IS NULL) THEN RETURN 'missing'; END IF;
  IF (SELECT count(*) FROM team_passkeys k WHERE k.member_id = p_member AND k.removed_at IS NULL) = 1 THEN RETURN 'last'; END IF;
  UPDATE team_passkeys SET removed_at = p_now WHERE id = p_id;
  INSERT INTO audit_entries (at, actor, action, subject) VALUES (p_now, p_actor, 'team.remove-passkey', 'passkey ' || p_id);
  RETURN 'ok';
END $$;
REVOKE ALL ON FUNCTION team_remove_passkey(uuid, uuid, text, timestamptz) FROM PUBLIC;

-- Changes a person's role, or removes them (p_role null), with their passkeys and sessions. Returns ok, missing, or
-- last_owner if no owner with a passkey would be left.
CREATE FUNCTION team_change_member(p_member uuid, p_role text, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_role text;
BEGIN
  -- Changes of owners take turns, so that two owners can't remove each other.
  PERFORM pg_advisory_xact_lock(5203180);
  SELECT m.role INTO v_role FROM team_members m WHERE m.id = p_member AND m.removed_at IS NULL;
  IF NOT FOUND THEN RETURN 'missing'; END IF;
  IF v_role = 'owner' AND p_role IS DISTINCT FROM 'owner' AND NOT EXISTS (
       SELECT FROM team_members m WHERE m.role = 'owner' AND m.removed_at IS NULL AND m.id <> p_member
          AND EXISTS (SELECT FROM team_passkeys k WHERE k.member_id = m.id AND k.removed_at IS NULL)) THEN
    RETURN 'last_owner';
  END IF;
  IF p_role IS NULL THEN
    UPDATE team_members SET removed_at = p_now WHERE id = p_member;
    UPDATE team_passkeys SET removed_at = p_now WHERE member_id = p_member AND removed_at IS NULL;
    UPDATE team_sessions SET ended_at = p_now WHERE member_id = p_member AND ended_at IS NULL;
    UPDATE team_invitations SET revoked_at = p_now WHERE member_id = p_member AND used_at IS NULL AND revoked_at IS NULL;
  ELSE
    UPDATE team_members SET role = p_role WHERE id = p_member;
  END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, CASE WHEN p_role IS NULL THEN 'team.remove' ELSE 'team.change-role' END, 'member ' || p_member, p_reason,
          jsonb_build_object('from', v_role, 'to', p_role));
  RETURN 'ok';
END $$;
REVOKE ALL ON FUNCTION team_change_member(uuid, text, text, text, timestamptz) FROM PUBLIC;

-- One person, whether they use the console or the command: a proposer can't approve from the other place.
CREATE FUNCTION same_person(p_one text, p_other text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT lower(regexp_replace(p_one, ' \(console\)$', '')) = lower(regexp_replace(p_other, ' \(console\)$', ''))
$$;
ALTER TABLE exclusions DROP CONSTRAINT exclusions_two_people;
ALTER TABLE exclusions ADD CONSTRAINT exclusions_two_people CHECK (NOT same_person(decided_by, proposed_by));

CREATE OR REPLACE FUNCTION decide_exclusion(p_id int4, p_approve boolean, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE exclusions SET approved = p_approve, decided_at = p_now, decided_by = p_actor
   WHERE id = p_id AND approved IS NULL AND applied_at IS NULL AND NOT same_person(proposed_by, p_actor)
     AND p_now < proposed_at + interval '24 hours';
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  VALUES (p_now, p_actor, CASE WHEN p_approve THEN 'exclusion.approve' ELSE 'exclusion.refuse' END, 'exclusion ' || p_id, p_reason);
  RETURN true;
END $$;
