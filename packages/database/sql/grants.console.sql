-- The rights of the console's role. The owner runs this after every migration, with :console replaced by the quoted role.
-- It reads what the console shows, and changes data by functions only, which record each change in the audit log. It reads
-- no password hash, no TOTP secret, no code and no job's payload.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :console;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM :console;
REVOKE CREATE ON SCHEMA public FROM :console;
GRANT USAGE ON SCHEMA public TO :console;

-- The team.
GRANT SELECT ON team_members, team_passkeys, team_alarms TO :console;
GRANT SELECT (id, name, role, member_id, invited_by, created_at, expires_at, used_at, revoked_at) ON team_invitations TO :console;
GRANT SELECT (id, member_id, started_at, last_seen_at, ends_at, passkey_at, network, browser, ended_at) ON team_sessions TO :console;
GRANT EXECUTE ON FUNCTION
      team_invitation(bytea, timestamptz), team_invite(bytea, text, text, uuid, timestamptz, text, text, timestamptz),
      team_revoke_invitation(uuid, text, text, timestamptz),
      team_accept(bytea, timestamptz, bytea, bytea, bytea, int8, text[], boolean, text, bytea, text, text, timestamptz, timestamptz),
      team_sign_in(bytea, timestamptz, bytea, int8, bytea, text, text, timestamptz, timestamptz),
      team_confirm(bytea, timestamptz, bytea, int8, uuid, timestamptz),
      team_session(bytea, text, timestamptz),
      team_end_session(uuid, uuid, text, text, timestamptz),
      team_add_passkey(uuid, bytea, timestamptz, uuid, bytea, bytea, int8, text[], boolean, text, text, timestamptz),
      team_remove_passkey(uuid, uuid, text, timestamptz),
      team_change_member(uuid, text, text, text, timestamptz),
      team_set_alarm(uuid, text, text, text, text, timestamptz) TO :console;

-- Webhooks and keys of the API.
GRANT SELECT ON hooks, hook_deliveries TO :console;
GRANT SELECT (id, name, role, scopes, member_id, made_at, last_used_at, revoked_at) ON api_tokens TO :console;
GRANT EXECUTE ON FUNCTION change_integration(text, text, jsonb, text, text, timestamptz), token_use(bytea, timestamptz) TO :console;

-- The award and its count.
GRANT SELECT ON years, voter_ids, all_editions, categories, nominees, editions, phase_times, published_tallies, tallies, tally_totals, excluded_tallies,
      counted_totals TO :console;
GRANT SELECT (nominee_id, made_at, made_by, opened_at, suggested) ON kits TO :console;
GRANT EXECUTE ON FUNCTION link_kit(text, bytea, uuid, text, json, text, timestamptz), revoke_kit(text, text, text, timestamptz) TO :console;
-- Without the nonces, which open the leaves of the public log.
GRANT SELECT (voter_id, category_id, nominee_id, cast_at) ON votes TO :console;

-- Exclusions.
GRANT SELECT ON exclusions, all_exclusions, excluded_votes, objections TO :console;
GRANT EXECUTE ON FUNCTION edition_year(), has_votes(), switch_refusal(timestamptz), create_year(int4, text, text, timestamptz),
      delete_year(int4, text, text, timestamptz), plan_switch(int4, timestamptz, text, text, timestamptz) TO :console;
GRANT EXECUTE ON FUNCTION selected_votes(jsonb), votes_held(int4),
      propose_exclusion(jsonb, jsonb, text, text, int2, text, timestamptz, boolean),
      decide_exclusion(int4, boolean, text, text, timestamptz), apply_exclusion(int4, boolean, text, text, timestamptz),
      propose_undo(int4, text, text, timestamptz), people_needed(int2),
      record_rehearsal(jsonb, text, text, timestamptz), export_exclusion(int4, text, text, timestamptz), answer_objection(int4, text, text, text, timestamptz),
      same_person(text, text) TO :console;

-- Clusters. Only this role reads what the search needs.
GRANT SELECT ON clusters, cluster_members, cluster_searches TO :console;
GRANT EXECUTE ON FUNCTION voter_facts(timestamptz), votes_cast(timestamptz), store_clusters(jsonb, int4, timestamptz),
      tell_clusters(int4[], timestamptz, timestamptz),
      decide_cluster(int4, text, text, text, text, timestamptz), look_at_cluster(int4, boolean, text, text, timestamptz) TO :console;

-- The stage.
GRANT SELECT ON stages TO :console;
GRANT EXECUTE ON FUNCTION move_stage(int4, text, boolean, text[], text, timestamptz), plan_stage(jsonb, jsonb, text, timestamptz),
      restart_stage(text, text, timestamptz) TO :console;

-- Voters: what is proven, open, locked and sent, and what selections use.
GRANT SELECT (id, voter_id, name, email, email_canonical, phone_number, language, email_verified_at, totp_confirmed_at, created_at,
              erased_at, suspended_at) ON accounts TO :console;
GRANT SELECT ON client_hints, rate_limits TO :console;
GRANT SELECT (account_id, created_at, expires_at, revoked_at, two_factor_at) ON sessions TO :console;
GRANT SELECT (account_id, created_at, expires_at) ON devices TO :console;
GRANT SELECT (account_id, used_at) ON backup_codes TO :console;
GRANT SELECT (account_id, expires_at) ON two_factor_setups TO :console;
GRANT SELECT (id, account_id, kind, attempts, delivery, unconfirmed_tries, created_at, expires_at, consumed_at) ON challenges TO :console;
GRANT SELECT (account_id, charged_at, refunded_at) ON sms_charges TO :console;
GRANT SELECT (account_id, verified_at, revoked_at) ON phone_verifications TO :console;
GRANT SELECT (account_id, provider, subject_hash, verified_at, revoked_at) ON social_links TO :console;
GRANT SELECT (id, account_id, provider, tag, proof_code, subject_hash, name_hash, status, created_at, expires_at, decided_at) ON social_requests TO :console;
GRANT EXECUTE ON FUNCTION find_counters(text[]), count_number_messages(text[], timestamptz), support_unlock(uuid, text[], text[], text, text, timestamptz),
      support_reset_two_factor(uuid, text, text, timestamptz), support_sign_out(uuid, text, text, timestamptz),
      support_change_email(uuid, text, bytea, text, text, bytea, timestamptz, text, text, timestamptz),
      support_suspend(uuid, text, text, timestamptz), support_restore(uuid, text, text, timestamptz),
      support_erase(uuid, text, bytea, text, text, timestamptz), support_read(uuid, text, timestamptz),
      support_reveal(uuid, text, text, timestamptz),
      support_send_again(uuid, uuid[], bytea[], timestamptz, text[], int4[], float8[], text, text, timestamptz),
      queue_message(text, text, json, float8), queue_new_message(text, uuid, json, float8, uuid, text, text, text, timestamptz) TO :console;

-- Reviews of Instagram names.
GRANT EXECUTE ON FUNCTION decide_review(uuid, boolean, text, text, timestamptz),
      undo_review(uuid, timestamptz, timestamptz, text, text, timestamptz) TO :console;
-- Only this role reads where votes came from.
GRANT SELECT ON vote_origins TO :console;

-- The audit log, to which this role adds entries by functions only. audit_log adds the accounts of a preview, until they are erased.
GRANT SELECT ON audit_entries, audit_log TO :console;

-- The edition and the phases.
GRANT SELECT ON edition_files, edition_drafts, phase_proposals TO :console;
GRANT EXECUTE ON FUNCTION stop_ballots(), store_edition_files(jsonb), edition_contents(jsonb),
      save_edition_draft(text, int4, jsonb, jsonb, text, timestamptz, jsonb), mark_draft_published(int4, int4),
      delete_edition_draft(int4, text, text, timestamptz), edit_edition_draft(int4, int4, jsonb, text[], jsonb, text, timestamptz),
      merge_edition_draft(int4, int4, int4, jsonb, text[], jsonb, text, timestamptz),
      note_draft_editor(int4, text, text, timestamptz), name_edition_draft(int4, text, text, timestamptz),
      preview_edition_draft(int4, bytea, int4, text, timestamptz), end_draft_preview(int4, text, timestamptz),
      publish_edition(jsonb, text, int4, int2, boolean, text[], text[], text[], timestamptz, timestamptz, timestamptz, text, int4, boolean, text, text, timestamptz,
                      jsonb, int4),
      guarded_changes(jsonb, int2, boolean, timestamptz, timestamptz, timestamptz, timestamptz), edition_proposal(int4, text, jsonb),
      propose_edition(int4, int4, text, jsonb, text, text, timestamptz),
      phase_numbers(timestamptz), propose_phases(jsonb, jsonb, jsonb, jsonb, text, text, timestamptz),
      decide_phases(int4, boolean, text, text, timestamptz),
      move_phases_agreed(int4, text[], timestamptz[], timestamptz, timestamptz, timestamptz, text, text, jsonb, timestamptz) TO :console;

-- What people put forward. Who did is not shown, only how many; changes are steps that functions record.
GRANT SELECT ON entries, candidates, candidate_steps TO :console;
GRANT EXECUTE ON FUNCTION change_candidate(text, int4, int4, uuid[], text, text, text, text, text, timestamptz),
      undo_candidate_step(int4, text, text, timestamptz) TO :console;

-- The night: what happened each minute, the processes, the messages without their content, and how many wait in the queue.
GRANT SELECT ON activity, activity_hours, activity_progress, visits, processes, messages, message_totals, reminders, phone_code_totals TO :console;
GRANT SELECT (charged_at, refunded_at, calling_code, channel) ON sms_charges TO :console;
GRANT EXECUTE ON FUNCTION retry_message(uuid, text, text, timestamptz),
      mail_invitation(bytea, uuid, text, json, timestamptz),
      send_test_message(uuid, text, text, text, json, int4, int4, int4, text, text, timestamptz),
      record_audit_export(text, text, jsonb, timestamptz), record_results_export(text, text, timestamptz),
      ask_for_report(text, text, timestamptz), person_of(text) TO :console;
REVOKE ALL ON ALL TABLES IN SCHEMA graphile_worker FROM :console;
GRANT USAGE ON SCHEMA graphile_worker TO :console;
GRANT SELECT (id, task_identifier, run_at, attempts, max_attempts, locked_at) ON graphile_worker.jobs TO :console;
