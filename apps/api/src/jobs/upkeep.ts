import type { Db, Tx } from '@laurel/database/client';
import { after } from '../clock.ts';
import { CLAIM_REST_MS, CLIENT_HINTS_TTL_MS } from '../limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** For a day, an expired code can be told apart from an unknown one. */
const CHALLENGE_RETENTION_MS = DAY_MS;
/** Charges count for a day; support reads older ones. */
const CHARGE_RETENTION_MS = 30 * DAY_MS;
/** As long as client hints, so that both cover the same time. */
const MESSAGE_RETENTION_MS = 90 * DAY_MS;
/** By then a flood's count has decayed to zero. */
const FLOOD_RETENTION_MS = 60 * MINUTE_MS;
/** Replicas' clocks may differ: a used proof is stored for longer than the slowest replica would accept it. */
const PROOF_RETENTION_MS = 60 * MINUTE_MS;
/** Jobs that failed for good are stored this long for inspection. */
const DEAD_JOB_RETENTION_MS = 7 * DAY_MS;

/** An account with an unproven mailbox is deleted after a week (docs/decisions/072-unverified-accounts.md). */
const UNPROVEN_RETENTION_MS = 7 * DAY_MS;
const UNPROVEN_BATCH = 1_000;

/** No try takes this long: a worker that still holds the lock is dead. */
export const ABANDONED_MS = 2 * MINUTE_MS;

/**
 * Deletes accounts whose mailbox was not proven in time; they have no votes. Accounts with an unexpired code are skipped,
 * and so are rows that another transaction has locked. PostgreSQL checks the conditions again once it has the row's lock,
 * so an account that was proven meanwhile stays.
 */
const pruneUnproven = async (db: Tx, now: Date): Promise<void> => {
  for (;;) {
    const deleted = await db.$executeRaw`
      DELETE FROM accounts WHERE id IN (
        SELECT a.id FROM accounts a
         WHERE a.email_verified_at IS NULL AND a.erased_at IS NULL AND a.created_at <= ${after(now, -UNPROVEN_RETENTION_MS)}
           AND NOT EXISTS (SELECT FROM challenges c WHERE c.account_id = a.id AND c.expires_at > ${now})
           AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id)
           AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id)
         LIMIT ${UNPROVEN_BATCH} FOR UPDATE OF a SKIP LOCKED)`;
    if (deleted < UNPROVEN_BATCH) return;
  }
};

/** Deletes the origins of votes, in parts, once the announcement is 90 days ago; forget_vote_origins() has that rule. */
const forgetOrigins = async (db: Tx, now: Date): Promise<void> => {
  for (;;) {
    const [row] = await db.$queryRaw<{ deleted: number }[]>`SELECT forget_vote_origins(${now}) AS deleted`;
    if (!row?.deleted) return;
  }
};

/** Deletes the console's sessions, 90 days after they ended. This role reads nothing of the team; the function has that rule. */
const forgetTeamSessions = async (db: Tx, now: Date): Promise<void> => {
  await db.$queryRaw`SELECT forget_team_sessions(${now})`;
};

/** The rows of one statement, which then takes a fraction of its time limit. */
const BATCH = 10_000;

const ago = (ms: number): string => `$1::timestamptz - ${ms} * interval '1 millisecond'`;

/** The rows of each table that have expired; $1 is the time. */
const EXPIRED = {
  challenges: `expires_at < ${ago(CHALLENGE_RETENTION_MS)}`,
  sessions: 'expires_at <= $1::timestamptz',
  devices: 'expires_at <= $1::timestamptz',
  two_factor_setups: 'expires_at <= $1::timestamptz',
  rate_limits: 'expires_at <= $1::timestamptz',
  floods: `at < ${ago(FLOOD_RETENTION_MS)}`,
  spent_proofs: `expires_at < ${ago(PROOF_RETENTION_MS)}`,
  claims: `held_until <= $1::timestamptz AND (since IS NULL OR since <= ${ago(CLAIM_REST_MS)})`,
  client_hints: `created_at < ${ago(CLIENT_HINTS_TTL_MS)}`,
  messages: `created_at < ${ago(MESSAGE_RETENTION_MS)}`,
  sms_charges: `charged_at < ${ago(CHARGE_RETENTION_MS)}`,
  // Numbers have no time: without its row one would be told again.
  hook_deliveries: `at < ${ago(CHARGE_RETENTION_MS)} AND type NOT IN ('votes.thousand', 'budget.spent')`,
};

/**
 * Deletes rows in parts: one statement for all could take longer than a statement may, and would then delete none and find more
 * the next time. The condition is checked twice, because a row may be renewed in between.
 */
const deleteExpired = async (db: Tx, table: string, condition: string, now: Date): Promise<void> => {
  const part = `SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH}`;
  const sql = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${part})) AND ${condition}`;
  while ((await db.$executeRawUnsafe(sql, now)) > 0);
};

/**
 * Removes the account from each claim whose time has ended, in parts. The rows stay: without `since`, the next claim
 * would bar others for another day.
 */
const releaseClaims = async (db: Tx, now: Date): Promise<void> => {
  const part = `SELECT ctid FROM claims WHERE held_until <= $1::timestamptz AND account_id IS NOT NULL LIMIT ${BATCH}`;
  const sql = `UPDATE claims SET account_id = NULL WHERE ctid = ANY(ARRAY(${part})) AND held_until <= $1::timestamptz`;
  while ((await db.$executeRawUnsafe(sql, now)) > 0);
};

type Step = (db: Tx, now: Date) => Promise<void>;

const STEPS: readonly (readonly [what: string, step: Step])[] = [
  ...Object.entries(EXPIRED).map(([table, condition]): [string, Step] => [
    table,
    (db, now) => deleteExpired(db, table, condition, now),
  ]),
  ['claims that have ended', releaseClaims],
  ['vote_origins', forgetOrigins],
  ['team_sessions', forgetTeamSessions],
  ['accounts', pruneUnproven],
];

/**
 * Deletes expired rows: challenges, sessions, devices, two-factor setups, counters, proofs, claims, client hints, messages,
 * charges, calls of webhooks, origins of votes, the console's sessions and unproven accounts, and the accounts of ended claims. If a step fails,
 * the others still run.
 * @throws AggregateError after the last step, if any failed
 */
export const prune = async (db: Tx, now: Date): Promise<void> => {
  const failed: string[] = [];
  const errors: unknown[] = [];
  for (const [what, step] of STEPS) {
    try {
      await step(db, now);
    } catch (error) {
      failed.push(what);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `expired rows stay in ${failed.join(', ')}`);
};

/**
 * Unlocks jobs whose worker was killed, by the database's clock, which set the locks. graphile-worker does the same after
 * four hours, long after a code has expired.
 */
export const releaseAbandoned = async (db: Db): Promise<void> => {
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
     WHERE locked_at < clock_timestamp() - ${ABANDONED_MS}::float8 * interval '1 millisecond'`;
};

/** Deletes jobs that will not run again, a week after their last try. */
export const pruneDeadJobs = async (db: Db, machineNow: Date): Promise<void> => {
  await db.$executeRaw`
    DELETE FROM graphile_worker._private_jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < ${after(machineNow, -DEAD_JOB_RETENTION_MS)}`;
};
