-- Stores a code, and ends the earlier open codes of its kind and thread, or without a thread of its kind and account. One transaction at
-- a time issues codes for an owner: two at the same time would not see each other's code, and both codes would stay open. The expiry of
-- an earlier code becomes its creation time, not p_now, so that a request that read its clock earlier and then waited finds it expired,
-- too. With p_tries, the account's newest open code with this target and fewer tries is returned, and no other is stored.
CREATE OR REPLACE FUNCTION issue_code(p_id uuid, p_handle_hash bytea, p_account uuid, p_thread text, p_kind text, p_code_hash bytea,
                                      p_target_hash bytea, p_delivery text, p_now timestamptz, p_expires_at timestamptz, p_tries int4,
                                      OUT open_id uuid, OUT open_handle_hash bytea, OUT open_code_hash bytea)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'issue', p_kind, coalesce(p_thread, p_account::text)), 0));
  IF p_tries IS NOT NULL THEN
    SELECT o.* INTO open_id, open_handle_hash, open_code_hash FROM open_code(p_account, p_kind, p_thread, p_target_hash, p_tries, p_now) o;
    IF open_id IS NOT NULL THEN RETURN; END IF;
  END IF;
  UPDATE challenges SET expires_at = created_at
   WHERE (thread = p_thread OR (p_thread IS NULL AND account_id = p_account)) AND kind = p_kind AND consumed_at IS NULL
     AND expires_at > p_now;
  INSERT INTO challenges (id, handle_hash, account_id, thread, kind, code_hash, target_hash, delivery, created_at, expires_at)
  VALUES (p_id, p_handle_hash, p_account, p_thread, p_kind, p_code_hash, p_target_hash, p_delivery, p_now, p_expires_at);
END $$;
