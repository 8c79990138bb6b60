-- Erasure also takes an account's id out of the selections of exclusions, which named it beside the random id of its votes.
-- A fixed id takes its place, so that the selection keeps its criteria, and matches nobody by them.
CREATE FUNCTION forget_selected_account(p_account uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- propose_exclusion() shares this lock if its selection names accounts: it sees the erasure, or the erasure sees its row.
  PERFORM pg_advisory_xact_lock(5203194);
  UPDATE exclusions x
     SET selection = jsonb_set(x.selection, '{accounts}', (
           SELECT jsonb_agg(CASE WHEN a.id::uuid = p_account THEN '00000000-0000-0000-0000-000000000000' ELSE a.id END ORDER BY a.place)
             FROM jsonb_array_elements_text(x.selection -> 'accounts') WITH ORDINALITY AS a (id, place)))
   WHERE EXISTS (SELECT FROM jsonb_array_elements_text(x.selection -> 'accounts') AS a (id) WHERE a.id::uuid = p_account);
END $$;
REVOKE ALL ON FUNCTION forget_selected_account(uuid) FROM PUBLIC;

-- erase_account() as it was, and it also resets the language, the last step of the authenticator and the suspension, takes the
-- account out of its claims and out of the selections of exclusions, and deletes the codes of its threads that have no account.
CREATE OR REPLACE FUNCTION erase_account(p_account uuid, p_email_hash bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_voter uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL) THEN RETURN false; END IF;
  -- The exclusions before the account's row, as claim_exclusion_notices() locks them.
  PERFORM forget_selected_account(p_account);
  SELECT voter_id INTO v_voter FROM accounts WHERE id = p_account AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE accounts
     SET voter_id = NULL, name = NULL, email = NULL, email_canonical = NULL, phone_number = NULL, password_hash = NULL,
         email_verified_at = NULL, totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = 0, language = 'en',
         suspended_at = NULL, erased_at = p_now
   WHERE id = p_account;
  -- The rows stay: without `since`, the next claim would bar others for another day.
  UPDATE claims SET account_id = NULL WHERE account_id = p_account;
  INSERT INTO claims (kind, fingerprint, account_id, held_until) VALUES ('email', p_email_hash, p_account, '9999-12-31')
  ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until;
  UPDATE phone_verifications SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  UPDATE social_links SET revoked_at = p_now WHERE account_id = p_account AND revoked_at IS NULL;
  DELETE FROM sessions WHERE account_id = p_account;
  DELETE FROM devices WHERE account_id = p_account;
  DELETE FROM backup_codes WHERE account_id = p_account;
  -- Also the codes whose mails were dropped, which have no account.
  DELETE FROM challenges WHERE account_id = p_account OR (account_id IS NULL AND starts_with(thread, p_account || ':'));
  DELETE FROM client_hints WHERE account_id = p_account;
  DELETE FROM social_requests WHERE account_id = p_account;
  UPDATE sms_charges SET network = '' WHERE account_id = p_account;
  -- Waits for the batches of origins that are under way, so that none is written for a person who is erased.
  PERFORM pg_advisory_xact_lock(5203190);
  DELETE FROM vote_origins WHERE voter_id = v_voter;
  RETURN true;
END $$;

-- support_erase() as it was, and it locks the exclusions before the account's row, as erase_account() does.
CREATE OR REPLACE FUNCTION support_erase(p_account uuid, p_email text, p_email_hash bytea, p_actor text, p_reason text, p_now timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_outcome text := 'deleted';
BEGIN
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL AND a.email_canonical = p_email) THEN
    RETURN NULL;
  END IF;
  PERFORM forget_selected_account(p_account);
  PERFORM FROM accounts a WHERE a.id = p_account AND a.erased_at IS NULL AND a.email_canonical = p_email FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM accounts a
   WHERE a.id = p_account AND a.email_verified_at IS NULL
     AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id)
     AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id);
  IF NOT FOUND THEN
    PERFORM erase_account(p_account, p_email_hash, p_now);
    v_outcome := 'erased';
  END IF;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'user.erase', 'account ' || p_account, p_reason, jsonb_build_object('outcome', v_outcome));
  RETURN v_outcome;
END $$;

-- propose_exclusion() as it was, and a selection that names accounts waits for erasures, and they for it.
CREATE OR REPLACE FUNCTION propose_exclusion(p_selection jsonb, p_public_reason jsonb, p_reason text, p_evidence text,
                                             p_approvals int2, p_actor text, p_now timestamptz) RETURNS int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_id int4;
  v_approvals int2;
  v_voters uuid[];
  v_categories int2[];
  v_nominees int4[];
BEGIN
  IF p_selection ? 'accounts' THEN PERFORM pg_advisory_xact_lock_shared(5203194); END IF;
  SELECT array_agg(s.voter_id), array_agg(s.category_id), array_agg(s.nominee_id) INTO v_voters, v_categories, v_nominees
    FROM selected_votes(p_selection) s;
  IF v_voters IS NULL THEN RETURN NULL; END IF;
  v_approvals := greatest(p_approvals, (SELECT e.approvals FROM editions e ORDER BY e.id DESC LIMIT 1));
  INSERT INTO exclusions (selection, public_reason, reason, evidence, approvals, votes, voters, proposed_at, proposed_by)
  VALUES (p_selection, p_public_reason, p_reason, p_evidence, v_approvals, cardinality(v_voters),
          (SELECT count(DISTINCT v) FROM unnest(v_voters) v), p_now, p_actor)
  RETURNING id INTO v_id;
  INSERT INTO excluded_votes (exclusion_id, voter_id, category_id, nominee_id)
  SELECT v_id, v.* FROM unnest(v_voters, v_categories, v_nominees) v;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  SELECT p_now, p_actor, 'exclusion.propose', 'exclusion ' || v_id, p_reason,
         jsonb_build_object('votes', x.votes, 'voters', x.voters, 'approvals', x.approvals)
    FROM exclusions x WHERE x.id = v_id;
  RETURN v_id;
END $$;

-- The accounts that were erased before: few, so that one statement is enough. Upkeep takes them out of their claims.
SELECT forget_selected_account(a.id)
  FROM accounts a
 WHERE a.erased_at IS NOT NULL AND EXISTS (SELECT FROM exclusions x WHERE x.selection ? 'accounts');
UPDATE accounts SET totp_last_step = 0, language = 'en', suspended_at = NULL
 WHERE erased_at IS NOT NULL AND (totp_last_step <> 0 OR language <> 'en' OR suspended_at IS NOT NULL);
