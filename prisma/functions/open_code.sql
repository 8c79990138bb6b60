-- The account's newest open code of a kind with fewer tries than p_tries, and of a thread and a target if given.
CREATE OR REPLACE FUNCTION open_code(p_account uuid, p_kind text, p_thread text, p_target_hash bytea, p_tries int4, p_now timestamptz,
                                     OUT open_id uuid, OUT open_handle_hash bytea, OUT open_code_hash bytea)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id, handle_hash, code_hash FROM challenges
   WHERE account_id = p_account AND kind = p_kind AND (p_thread IS NULL OR thread = p_thread)
     AND (p_target_hash IS NULL OR target_hash = p_target_hash) AND consumed_at IS NULL AND expires_at > p_now AND attempts < p_tries
   ORDER BY created_at DESC LIMIT 1
$$;
