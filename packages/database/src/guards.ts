import { isOfEdition } from './in-year.ts';
import type { Queryable } from './queryable.ts';

// pg_trigger.tgtype, as in PostgreSQL's src/include/catalog/pg_trigger.h: row 1, before 2, delete 8, update 16, truncate 32.
const BEFORE_ROW_UPDATE_DELETE = 1 + 2 + 8 + 16;
const BEFORE_ROW_DELETE = 1 + 2 + 8;
const BEFORE_TRUNCATE = 2 + 32;

/** The triggers of a table whose rows nobody may change, delete or truncate. */
const protectedBy = (table: string, name = 'append_only', calls = 'refuse_change') => [
  { table, trigger: `${table.replace('all_', '')}_${name}`, type: BEFORE_ROW_UPDATE_DELETE, calls },
  { table, trigger: `${table.replace('all_', '')}_no_truncate`, type: BEFORE_TRUNCATE, calls: 'refuse_change' },
];

const TRIGGERS = [
  ...protectedBy('votes'),
  ...protectedBy('tallies', 'only_grow', 'tally_only_grows'),
  { table: 'accounts', trigger: 'accounts_keep_verified', type: BEFORE_ROW_DELETE, calls: 'refuse_account_delete' },
  ...protectedBy('audit_entries'),
  ...protectedBy('excluded_votes'),
  ...protectedBy('all_log_tiles', 'only_grow', 'log_tile_only_grows'),
  ...protectedBy('all_log_checkpoints'),
  ...protectedBy('all_log_votes'),
  ...protectedBy('all_log_items'),
  ...protectedBy('all_log_results'),
  ...protectedBy('all_log_cosignatures'),
  ...protectedBy('archived_answers'),
];

/** The keys that limit a person to one vote. */
const UNIQUE_KEYS = [
  'votes_pkey',
  'tallies_pkey',
  'accounts_voter_id_key',
  'past_voters_voter_id_key',
  'years_one_current',
  'categories_nomination_niche_key',
  'nominees_category_id_company_key',
  'phone_verifications_phone_hash_key',
  'phone_one_live_per_account',
  'social_links_provider_subject_hash_key',
  'social_one_live_per_account',
  'instagram_accounts_pkey',
  'log_checkpoints_pkey',
  'log_votes_pkey',
  'log_votes_leaf_key',
] as const;

const MISSING_TRIGGERS = `
  SELECT 'the trigger ' || w.trigger || ' on ' || w."table" || ' is missing, changed or not ENABLE ALWAYS' AS problem
    FROM jsonb_to_recordset($2::jsonb) AS w ("table" text, trigger text, type int, calls text)
   WHERE NOT EXISTS (
     SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgrelid = to_regclass('public.' || w."table") AND t.tgname = w.trigger AND t.tgenabled = 'A'
        AND t.tgtype = w.type AND t.tgqual IS NULL AND p.proname = w.calls)`;

const MISSING_KEYS = `
  SELECT 'the unique key ' || k || ' is missing or not valid'
    FROM unnest($3::text[]) AS k
   WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indexrelid = to_regclass('public.' || k) AND i.indisunique AND i.indisvalid)`;

const WRITABLE_BALLOTS = `
  SELECT 'the role ' || $1::text || ' may write to ' || t || ' past cast_votes()'
    FROM unnest(ARRAY['votes', 'tallies']) AS t
   WHERE has_table_privilege($1::text, 'public.' || t, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege($1::text, 'public.' || t, 'INSERT, UPDATE')`;

/** The application may add to the audit log, publish with publish_tallies(), and move phases with move_phases(), which records it. */
const WRITABLE_RECORDS = `
  SELECT 'the role ' || $1::text || ' may change ' || t.name || r.past
    FROM (VALUES ('audit_entries', '', 'UPDATE, DELETE, TRUNCATE, TRIGGER', 'UPDATE'),
                 ('rehearsed_accounts', ' past record_rehearsal()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('published_tallies', ' past publish_tallies()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('exclusions', ' past its functions', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('excluded_votes', ' past propose_exclusion()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('excluded_tallies', ' past apply_exclusion()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('activity', ' past record_activity()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('activity_hours', ' past record_activity()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('editions', '', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('edition_files', '', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('edition_drafts', '', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('phase_proposals', ' past its functions', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('log_checkpoints', ' past append_to_log()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('log_tiles', ' past append_to_log()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('log_votes', ' past append_to_log()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('log_items', ' past append_to_log()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('log_results', ' past append_to_log()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('log_cosignatures', '', 'UPDATE, DELETE, TRUNCATE, TRIGGER', 'UPDATE'),
                 ('nominees', '', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('phase_times', ' past move_phases()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('years', ' past its functions', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('past_voters', ' past switch_year()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('archived_answers', ' past switch_year()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE'),
                 ('categories', ' past move_phases()', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER', 'INSERT, UPDATE')) AS r (name, past, table_rights, column_rights),
         -- The view of one edition, and the table of all.
         LATERAL (SELECT p || r.name AS name FROM unnest(ARRAY['', 'all_']) AS p WHERE to_regclass('public.' || p || r.name) IS NOT NULL) t
   WHERE has_table_privilege($1::text, 'public.' || t.name, r.table_rights)
      OR has_any_column_privilege($1::text, 'public.' || t.name, r.column_rights)`;

const OPEN_ORIGINS = `
  SELECT 'the role ' || $1::text || ' may read or change ' || t
    FROM unnest(ARRAY['account_traits', 'vote_origin_batches', 'vote_origins']) AS t
   WHERE has_table_privilege($1::text, 'public.' || t, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege($1::text, 'public.' || t, 'SELECT, INSERT, UPDATE')`;

const WRITABLE_VOTER_ID = `
  SELECT 'the role ' || $1::text || ' may choose accounts.' || c
    FROM unnest(ARRAY['id', 'voter_id']) AS c
   WHERE has_column_privilege($1::text, 'public.accounts', c, 'INSERT, UPDATE')`;

/** The functions that write with the owner's rights, quoted for SQL. */
const DEFINERS = [
  'answer_objection',
  'append_to_log',
  'apply_exclusion',
  'cast_votes',
  'claim_exclusion_notices',
  'claim_undone_notices',
  'create_year',
  'decide_exclusion',
  'decide_phases',
  'decide_review',
  'delete_edition_draft',
  'delete_year',
  'edit_edition_draft',
  'edition_year',
  'end_draft_preview',
  'erase_account',
  'export_exclusion',
  'forget_edition_files',
  'forget_team_sessions',
  'forget_vote_origins',
  'guarded_changes',
  'link_kit',
  'mail_invitation',
  'merge_edition_draft',
  'move_phases',
  'move_phases_agreed',
  'name_edition_draft',
  'note_draft_editor',
  'note_trait',
  'open_kit',
  'plan_switch',
  'preview_edition_draft',
  'propose_edition',
  'propose_exclusion',
  'propose_phases',
  'propose_undo',
  'publish_edition',
  'publish_tallies',
  'queue_message',
  'queue_new_message',
  'record_activity',
  'record_audit_export',
  'record_rehearsal',
  'record_results_export',
  'record_vote_origins',
  'retry_message',
  'revoke_kit',
  'save_edition_draft',
  'selected_votes',
  'send_test_message',
  'settle_vote_origins',
  'store_edition_files',
  'support_change_email',
  'support_erase',
  'support_read',
  'support_reset_two_factor',
  'support_restore',
  'support_reveal',
  'support_send_again',
  'support_sign_out',
  'support_suspend',
  'support_unlock',
  'switch_refusal',
  'switch_year',
  'team_accept',
  'team_add_passkey',
  'team_change_member',
  'team_confirm',
  'team_end_session',
  'team_invitation',
  'team_invite',
  'team_remove_passkey',
  'team_revoke_invitation',
  'team_session',
  'team_set_alarm',
  'team_sign_in',
  'undo_review',
  'undo_social_link',
]
  .map((name) => `'${name}'`)
  .join(', ');

const TOO_POWERFUL_ROLE = `
  SELECT 'the role ' || $1::text || ' is a superuser' FROM pg_roles WHERE rolname = $1::text AND rolsuper
  UNION ALL
  SELECT 'the role ' || $1::text || ' is, or acts for, ' || pg_get_userbyid(o.owner) || ', the owner of ' || string_agg(o.name, ', ' ORDER BY o.name)
    FROM (SELECT relowner, relname FROM pg_class
           WHERE relnamespace = 'public'::regnamespace AND relname IN ('account_traits', 'accounts', 'all_categories', 'all_editions', 'all_exclusions', 'all_log_checkpoints', 'all_log_cosignatures', 'all_log_items', 'all_log_results', 'all_log_tiles', 'all_log_votes', 'all_phase_proposals', 'all_phase_times', 'archived_answers', 'audit_entries', 'edition_drafts', 'edition_files', 'excluded_tallies', 'excluded_votes', 'nominees', 'past_voters', 'published_tallies', 'rehearsed_accounts', 'tallies', 'vote_origin_batches', 'vote_origins', 'votes', 'years')
          UNION ALL
          SELECT proowner, proname FROM pg_proc
           WHERE pronamespace = 'public'::regnamespace AND proname IN (${DEFINERS})) AS o (owner, name)
   WHERE pg_has_role($1::text, o.owner, 'MEMBER') AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = $1::text)
   GROUP BY o.owner
  UNION ALL
  SELECT 'the role ' || $1::text || ' may create objects in the schema public' WHERE has_schema_privilege($1::text, 'public', 'CREATE')`;

const LOOSE_FUNCTIONS = `
  SELECT 'the function ' || f.name || ' is missing, or not SECURITY DEFINER with a fixed search_path, or open to everyone'
    FROM unnest(ARRAY[${DEFINERS}]) AS f (name)
   WHERE coalesce((
     -- Every function of this name, whatever it takes.
     SELECT NOT bool_and(p.prosecdef AND p.proconfig IS NOT NULL AND p.proconfig @> ARRAY['search_path=pg_catalog, public, pg_temp']
              AND NOT EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a WHERE a.grantee = 0))
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname = f.name), true)`;

const UNSAFE_SETTINGS = `
  SELECT name || ' is off: votes that were answered can be lost'
    FROM pg_settings
   WHERE name IN ('fsync', 'synchronous_commit') AND setting = 'off'`;

const ALL_GUARDS = [
  MISSING_TRIGGERS,
  MISSING_KEYS,
  WRITABLE_BALLOTS,
  WRITABLE_RECORDS,
  OPEN_ORIGINS,
  WRITABLE_VOTER_ID,
  TOO_POWERFUL_ROLE,
  LOOSE_FUNCTIONS,
  UNSAFE_SETTINGS,
].join(' UNION ALL ');

/**
 * Returns the missing or weakened guards of the votes: triggers, keys, grants, the role, functions and durability. A
 * restore (pg_restore --disable-triggers) or a rebuilt table loses guards silently, so call it after each.
 * @param appRole the application's role; by default the current one
 */
export const checkGuards = async (client: Queryable, appRole?: string): Promise<string[]> => {
  const role = appRole ?? (await client.query<{ role: string }>('SELECT current_user AS role')).rows[0]?.role;
  const { rows } = await client.query<{ problem: string }>(ALL_GUARDS, [role, JSON.stringify(TRIGGERS), UNIQUE_KEYS]);
  return rows.map(({ problem }) => problem);
};

/** A nominee whose stored counts differ from its rows: all votes, or the votes that applied exclusions hold. */
export type TallyDifference = { nomineeId: number; votes: number; tally: number; held: number; excluded: number };

/**
 * Counts all votes and all excluded votes of the edition, and returns the nominees whose stored counts differ. One statement sees one
 * snapshot, so it is exact while votes arrive. It reads the whole table and holds the snapshot meanwhile, so do not use it
 * in a readiness check.
 */
export const compareTallies = async (client: Queryable): Promise<TallyDifference[]> => {
  // An excluded vote that is no vote of this nominee is not counted as held, so that it shows as a difference.
  const { rows } = await client.query<TallyDifference>(
    `SELECT * FROM (
       SELECT nominee_id AS "nomineeId", coalesce(v.count, 0)::float8 AS votes, coalesce(t.count, 0)::float8 AS tally,
              coalesce(h.count, 0)::float8 AS held, coalesce(x.count, 0)::float8 AS excluded
         FROM (SELECT v.nominee_id, count(*) FROM votes v WHERE ${await isOfEdition(client)} GROUP BY v.nominee_id) v
         FULL JOIN tally_totals t USING (nominee_id)
         FULL JOIN (SELECT nominee_id, count(*) FROM votes_held(0) JOIN votes USING (voter_id, category_id, nominee_id)
                     GROUP BY nominee_id) h USING (nominee_id)
         FULL JOIN excluded_tallies x USING (nominee_id)) c
      WHERE (votes <> tally OR held <> excluded)
        AND "nomineeId" NOT IN (SELECT n.id FROM nominees n JOIN all_categories c ON c.id = n.category_id WHERE c.year <> edition_year())
      ORDER BY "nomineeId"`,
  );
  return rows;
};
