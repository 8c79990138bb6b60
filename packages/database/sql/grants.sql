-- The rights of the application's role. The owner runs this after every migration, with :app replaced by the quoted role.
-- Only cast_votes() writes votes and tallies; only the column's default sets a voter's id.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, :app;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC, :app;
REVOKE CREATE ON SCHEMA public FROM PUBLIC, :app;
GRANT USAGE ON SCHEMA public TO :app;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO :app;
-- The team is the console's.
REVOKE ALL ON team_members, team_passkeys, team_invitations, team_sessions, team_challenges, team_alarms, api_tokens FROM :app;
-- The job that calls webhooks.
GRANT INSERT, UPDATE (due_at, tries, tried_at, problem), DELETE ON hook_deliveries TO :app;
GRANT UPDATE (failing_since, off_at) ON hooks TO :app;

GRANT INSERT (name, email, email_canonical, phone_number, password_hash, language, totp_last_step, created_at),
      UPDATE (name, email, email_canonical, phone_number, password_hash, language, email_verified_at,
              totp_secret, totp_confirmed_at, passkey_at, totp_last_step, suspended_at, used_at, tell_winners, no_reminders),
      DELETE ON accounts TO :app;
GRANT INSERT, UPDATE (revoked_at, two_factor_at), DELETE ON sessions TO :app;
GRANT INSERT, UPDATE, DELETE ON devices, backup_codes, two_factor_setups, challenges, rate_limits, claims, sms_charges, floods TO :app;
GRANT INSERT, UPDATE (counter, used_at), DELETE ON account_passkeys TO :app;
GRANT INSERT, DELETE ON spent_proofs TO :app;
GRANT INSERT, DELETE ON client_hints, verification_logs TO :app;
GRANT INSERT, UPDATE (verified_at, revoked_at) ON phone_verifications, social_links TO :app;
GRANT INSERT, UPDATE (verified_at) ON instagram_accounts TO :app;
GRANT INSERT, UPDATE (subject_hash, name_hash, contact_at, status, decided_at, proof_code), DELETE ON social_requests TO :app;
GRANT INSERT, UPDATE (sealed) ON sealed_keys TO :app;
GRANT UPDATE (provider, state, tries, unconfirmed_tries, problem, given_up_why, cost_micros, currency, tried_at, sent_at, gave_up_at), DELETE ON messages TO :app;
GRANT INSERT, UPDATE (seen_at, sockets), DELETE ON processes TO :app;
GRANT INSERT, UPDATE (count) ON visits TO :app;
GRANT INSERT ON reminders TO :app;
GRANT UPDATE (suggested, suggested_at) ON kits TO :app;
GRANT INSERT (exclusion_id, account_id, text, made_at), UPDATE (answer_sent_at) ON objections TO :app;
-- append_to_log() writes the rest of the log.
GRANT INSERT ON log_cosignatures TO :app;
-- Only the console's role reads the origins of votes; record_vote_origins() and settle_vote_origins() write them.
REVOKE ALL ON vote_origins, vote_origin_batches FROM :app;
-- Only functions of the owner read the traits of accounts; note_trait() writes them.
REVOKE ALL ON account_traits FROM :app;
-- Entries are added to the audit log, and never changed.
GRANT INSERT (at, actor, action, subject, reason, detail) ON audit_entries TO :app;
GRANT EXECUTE ON FUNCTION queue_message(text, text, json, float8), queue_new_message(text, uuid, json, float8, uuid, text, text, text, timestamptz),
      link_social(uuid, text, bytea, timestamptz), note_trait(uuid, text, text, timestamptz),
      set_request_status(uuid[], text, timestamptz),
      open_code(uuid, text, text, bytea, int4, timestamptz),
      issue_code(uuid, bytea, uuid, text, text, bytea, bytea, text, timestamptz, timestamptz, int4),
      charge_code(uuid, uuid, uuid, bytea, text, text, text, text[], int4, int4, int4, int4, timestamptz),
      register_account(text, text, text, text, text, text, bytea, bytea, bytea[], timestamptz, timestamptz, timestamptz, timestamptz),
      take_claim(text, bytea, uuid, timestamptz, timestamptz, timestamptz, timestamptz), find_counters(text[]), count_number_messages(text[], timestamptz),
      decide_review(uuid, boolean, text, text, timestamptz),
      undo_review(uuid, timestamptz, timestamptz, text, text, timestamptz),
      support_unlock(uuid, text[], text[], text, text, timestamptz),
      support_reset_two_factor(uuid, text, text, timestamptz), support_sign_out(uuid, text, text, timestamptz),
      support_change_email(uuid, text, bytea, text, text, bytea, timestamptz, text, text, timestamptz),
      support_suspend(uuid, text, text, timestamptz), support_restore(uuid, text, text, timestamptz),
      support_erase(uuid, text, bytea, text, text, timestamptz), support_read(uuid, text, timestamptz),
      claim_unused_accounts(int4, int4, timestamptz), is_unused_since_mail(timestamptz, timestamptz, int4, timestamptz),
      erase_unused_account(uuid, text, bytea, int4, text, text, timestamptz),
      open_kit(bytea, timestamptz),
      put_entry(uuid, uuid, text, text, text, text, text, text, text, boolean, int4, boolean, timestamptz, timestamptz),
      withdraw_entry(uuid, uuid, timestamptz, timestamptz),
      record_audit_export(text, text, jsonb, timestamptz), record_results_export(text, text, timestamptz), retry_message(uuid, text, text, timestamptz),
      send_test_message(uuid, text, text, text, json, int4, int4, int4, text, text, timestamptz) TO :app;
-- Only move_phases() moves phases, and it records each move.
GRANT EXECUTE ON FUNCTION edition_year(), archive_basis(), has_votes(), switch_refusal(timestamptz), switch_year(text, text[], jsonb[], bytea[], timestamptz),
      create_year(int4, text, text, timestamptz), delete_year(int4, text, text, timestamptz), plan_switch(int4, timestamptz, text, text, timestamptz),
      cast_votes(uuid[], int4[], bytea, timestamptz, int2), erase_account(uuid, bytea, timestamptz),
      undo_social_link(uuid, text, bytea, timestamptz), stop_ballots(), record_activity(timestamptz), person_of(text), publish_tallies(timestamptz, int4, int4, boolean),
      append_to_log(int8, int8, bytea, text, timestamptz, int4, int8, text, int2[], int8[], bytea[], uuid[], int2[], int8[], text[], text[],
                    text[], int8[], bytea, text),
      record_vote_origins(text), settle_vote_origins(), forget_vote_origins(timestamptz), forget_team_sessions(timestamptz),
      selected_votes(jsonb), votes_held(int4), propose_exclusion(jsonb, jsonb, text, text, int2, text, timestamptz, boolean),
      decide_exclusion(int4, boolean, text, text, timestamptz), apply_exclusion(int4, boolean, text, text, timestamptz),
      propose_undo(int4, text, text, timestamptz), people_needed(int2),
      record_rehearsal(jsonb, text, text, timestamptz), export_exclusion(int4, text, text, timestamptz), claim_exclusion_notices(int4, uuid, int4, timestamptz), claim_undone_notices(int4, uuid, int4, timestamptz),
      same_person(text, text), move_phases(text[], timestamptz[], timestamptz, timestamptz, timestamptz, text, text, jsonb, timestamptz),
      edition_contents(jsonb), phase_numbers(timestamptz), propose_phases(jsonb, jsonb, jsonb, jsonb, text, text, timestamptz),
      decide_phases(int4, boolean, text, text, timestamptz),
      move_phases_agreed(int4, text[], timestamptz[], timestamptz, timestamptz, timestamptz, text, text, jsonb, timestamptz) TO :app;

-- The job queue of graphile-worker: its own schema, with row level security for its owner.
GRANT USAGE ON SCHEMA graphile_worker TO :app;
GRANT ALL ON ALL TABLES IN SCHEMA graphile_worker TO :app;
GRANT ALL ON ALL SEQUENCES IN SCHEMA graphile_worker TO :app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO :app;
