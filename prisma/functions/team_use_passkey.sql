-- Records the use of a passkey whose signature was checked: the counter must have grown, unless the authenticator has none.
-- Returns the member, or null if the passkey was removed or the counter shows a copy, which is recorded.
CREATE OR REPLACE FUNCTION team_use_passkey(p_credential bytea, p_counter int8, p_now timestamptz) RETURNS uuid
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
