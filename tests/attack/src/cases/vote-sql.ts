import type { Case } from '../case.ts';

/** Votes by way of the database itself. */
export const voteSqlCases: readonly Case[] = [
  {
    id: 'vote.sql-change',
    attack: 'The application’s role changes, deletes, merges or truncates votes and tallies',
    guard: 'it was granted SELECT on them and nothing else',
    proof: { file: 'packages/database/src/append-only.test.ts', test: 'for the application: %s' },
    without: [
      {
        file: 'packages/database/sql/grants.sql',
        find: 'GRANT EXECUTE ON FUNCTION cast_votes',
        put: 'GRANT INSERT, UPDATE, DELETE, TRUNCATE ON votes, tallies TO :app;\nGRANT EXECUTE ON FUNCTION cast_votes',
      },
    ],
  },
  {
    id: 'vote.sql-insert',
    attack: 'The application’s role writes votes and tallies of its own making',
    guard: 'votes are written by cast_votes() alone: it was granted SELECT and nothing else',
    proof: {
      file: 'packages/database/src/append-only.test.ts',
      test: 'the application has no way past cast_votes(): %s',
    },
    without: [
      {
        file: 'packages/database/sql/grants.sql',
        find: 'GRANT EXECUTE ON FUNCTION cast_votes',
        put: 'GRANT INSERT, UPDATE ON votes, tallies TO :app;\nGRANT EXECUTE ON FUNCTION cast_votes',
      },
    ],
  },
  {
    id: 'vote.sql-owner',
    attack: 'The owner of the tables, or a superuser, changes what was voted',
    guard: 'triggers that refuse every change, row by row',
    proof: { file: 'packages/database/src/append-only.test.ts', test: 'for the owner: %s' },
    without: [
      {
        file: 'prisma/migrations/20261121000200_ballot_box/migration.sql',
        find: "RAISE EXCEPTION '% on %.% is refused: append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';",
        put: 'RETURN NEW;',
      },
    ],
  },
  {
    id: 'vote.sql-replica',
    attack: 'A session that poses as a replica changes what was voted, past ordinary triggers',
    guard: 'the triggers are ENABLE ALWAYS',
    proof: { file: 'packages/database/src/append-only.test.ts', test: 'for a session in the replica role: %s' },
    without: [
      {
        file: 'prisma/migrations/20261121000200_ballot_box/migration.sql',
        find: 'ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only;',
        put: '',
      },
    ],
  },
  {
    id: 'vote.sql-voter-id',
    attack: 'The application’s role chooses whose votes an account casts',
    guard: 'nobody but the owner may write accounts.voter_id',
    proof: {
      file: 'packages/database/src/append-only.test.ts',
      test: 'the application cannot choose a voter id: %s',
    },
    without: [
      {
        file: 'packages/database/sql/grants.sql',
        find: 'totp_secret, totp_confirmed_at, totp_last_step, suspended_at),\n      DELETE',
        put: 'totp_secret, totp_confirmed_at, totp_last_step, suspended_at, voter_id, id, erased_at),\n      DELETE',
      },
    ],
  },
  {
    id: 'vote.sql-eligibility',
    attack: 'The application’s role gives a session, a phone or a social account to another person',
    guard: 'column grants: only what a room has to change may be changed',
    proof: {
      file: 'packages/database/src/append-only.test.ts',
      test: 'the application cannot change the data behind a vote: %s',
    },
    without: [
      {
        file: 'packages/database/sql/grants.sql',
        find: 'UPDATE (revoked_at, two_factor_at), DELETE ON sessions',
        put: 'UPDATE, DELETE ON sessions',
      },
    ],
  },
  {
    id: 'vote.sql-phase',
    attack: 'The application’s role moves the end of voting past move_phases(), which writes it down',
    guard: 'it was granted SELECT on categories and nothing else',
    proof: {
      file: 'packages/database/src/append-only.test.ts',
      test: 'the application cannot change the data behind a vote: %s',
    },
    without: [
      {
        file: 'packages/database/sql/grants.sql',
        find: 'GRANT EXECUTE ON FUNCTION cast_votes',
        put: 'GRANT UPDATE ON categories TO :app;\nGRANT EXECUTE ON FUNCTION cast_votes',
      },
    ],
  },
  {
    id: 'vote.sql-delete-voter',
    attack: 'A verified account is deleted, so that its person registers and votes again',
    guard: 'a trigger: a verified account is erased, never deleted',
    proof: {
      file: 'packages/database/src/append-only.test.ts',
      test: 'a verified account is not deleted, by the application or by the owner',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000100_rules/migration.sql',
        find: 'IF OLD.email_verified_at IS NOT NULL OR OLD.erased_at IS NOT NULL THEN',
        put: 'IF false THEN',
      },
    ],
  },
  {
    id: 'vote.sql-shadow',
    attack: 'A caller of cast_votes() puts tables of its own in front of the real ones',
    guard: 'a fixed search_path of the function',
    proof: {
      file: 'packages/database/src/cast-votes.test.ts',
      test: 'ignores the caller’s search_path and temporary tables',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $fn$',
        put: 'SECURITY DEFINER AS $fn$',
      },
    ],
  },
  {
    id: 'vote.sql-escape',
    attack: 'The application’s role takes roles, settings, files and objects that are not its own',
    guard: 'a role without attributes, without CREATE, that owns nothing',
    proof: { file: 'tests/attack/src/suites/application-role.test.ts', test: 'gets no further by: %s' },
    without: [
      {
        file: 'packages/database/sql/grants.sql',
        find: 'GRANT USAGE ON SCHEMA public TO :app;',
        put: 'GRANT USAGE ON SCHEMA public TO :app;\nALTER ROLE :app SUPERUSER;',
      },
    ],
  },
  {
    id: 'vote.sql-unsafe-commit',
    attack: 'The application’s role has its own commits answered before they are safe',
    guard: '/readyz and doctor look at the settings that they themselves have',
    proof: {
      file: 'tests/attack/src/suites/application-role.test.ts',
      test: 'is noticed where it has its own role answer before votes are safe',
    },
    without: [
      {
        file: 'packages/database/src/guards.ts',
        find: '  LOOSE_FUNCTIONS,\n  UNSAFE_SETTINGS,',
        put: '  LOOSE_FUNCTIONS,',
      },
    ],
  },
  {
    id: 'vote.sql-lost-guard',
    attack: 'A restore or a rebuilt table loses a trigger, and nobody knows',
    guard: '/readyz and doctor look for every guard',
    proof: { file: 'packages/database/src/guards.test.ts', test: 'reports a missing guard after: %s' },
    without: [
      {
        file: 'packages/database/src/guards.ts',
        find: "  { table: 'votes', trigger: 'votes_append_only', type: BEFORE_ROW_UPDATE_DELETE, calls: 'refuse_change' },\n",
        put: '',
      },
    ],
  },
];
