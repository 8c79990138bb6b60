import type { ExclusionWait } from '@laurel/contracts/console/calls/exclusions';
import type { Organiser } from '@laurel/database/audit';
import { isOfEdition } from '@laurel/database/in-year';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import {
  type Exclusion,
  type ListedExclusion,
  type NomineeChange,
  type PublicReason,
  type Selection,
  VALID_MS,
} from './policy.ts';

// The statements have no names, because a pooler may run each query on another connection.
const LISTED = `x.id, x.public_reason AS "publicReason", x.reason, people_needed(x.approvals) AS approvals, x.votes, x.voters,
  x.proposed_at AS "proposedAt", x.proposed_by AS "proposedBy", x.approved, x.decided_at AS "decidedAt", x.decided_by AS "decidedBy",
  x.applied_at AS "appliedAt", x.applied_by AS "appliedBy",
  x.undo_proposed_at AS "undoProposedAt", x.undo_proposed_by AS "undoProposedBy", x.undo_reason AS "undoReason",
  x.undone_at AS "undoneAt", x.undone_by AS "undoneBy",
  (SELECT count(*)::int FROM objections o WHERE o.exclusion_id = x.id) AS objections,
  (SELECT count(*)::int FROM objections o WHERE o.exclusion_id = x.id AND o.answered_at IS NULL) AS "openObjections"`;

/** The earliest time of a proposal that can still be decided. */
const validSince = (now: Date): Date => new Date(now.getTime() - VALID_MS);

/** The conditions of what waits, for the list and for its count; `since` is the earliest time of a valid proposal. */
const WAITS: Readonly<Record<ExclusionWait, (since: string) => string>> = {
  decision: (
    since,
  ) => `((x.applied_at IS NULL AND x.approved IS DISTINCT FROM false AND coalesce(x.decided_at, x.proposed_at) > ${since})
              OR (x.undone_at IS NULL AND x.undo_proposed_at > ${since}))`,
  answer: () => 'EXISTS (SELECT FROM objections o WHERE o.exclusion_id = x.id AND o.answered_at IS NULL)',
};

/**
 * The exclusions with an id below `before`, or those of them that wait, the newest first. Objections are answered after their edition
 * was archived, too.
 */
export const readExclusions = async (
  db: Queryable,
  { waits, before, limit, now }: { waits?: ExclusionWait | undefined; before: number; limit: number; now: Date },
): Promise<ListedExclusion[]> => {
  const values: unknown[] = [before, limit];
  const since = waits === 'decision' ? `$${values.push(validSince(now))}` : '';
  const condition = waits === undefined ? 'true' : WAITS[waits](since);
  const { rows } = await db.query<ListedExclusion>(
    `SELECT ${LISTED} FROM ${waits === 'answer' ? 'all_exclusions' : 'exclusions'} x WHERE x.id < $1 AND ${condition} ORDER BY x.id DESC LIMIT $2`,
    values,
  );
  return rows;
};

export const readExclusion = async (db: Queryable, id: number): Promise<Exclusion | undefined> =>
  (await db.query<Exclusion>(`SELECT ${LISTED}, x.selection, x.evidence FROM all_exclusions x WHERE x.id = $1`, [id]))
    .rows[0];

/** The number of exclusions that wait for a decision, and of objections without an answer. */
export const countWaiting = async (db: Queryable, now: Date): Promise<{ exclusions: number; objections: number }> => {
  const { rows } = await db.query<{ exclusions: number; objections: number }>(
    `SELECT (SELECT count(*) FROM exclusions x WHERE ${WAITS.decision('$1')})::int AS exclusions,
            (SELECT count(*) FROM objections WHERE answered_at IS NULL)::int AS objections`,
    [validSince(now)],
  );
  return rows[0] ?? { exclusions: 0, objections: 0 };
};

export type Proposal = {
  selection: Selection;
  publicReason: PublicReason;
  evidence: string | null;
  approvals: number;
  organiser: Organiser;
  /** Whether it will be rolled back, so that it uses up no public number. */
  isPreview: boolean;
  now: Date;
};

/**
 * Stores a proposal with the votes that match now.
 * @returns its id, or undefined if no vote matches
 */
export const insertProposal = async (db: Queryable, proposal: Proposal): Promise<number | undefined> => {
  const { selection, publicReason, evidence, approvals, organiser, isPreview, now } = proposal;
  const { rows } = await db.query<{ id: number | null }>(
    'SELECT propose_exclusion($1, $2, $3, $4, $5, $6, $7, $8) AS id',
    [
      JSON.stringify(selection),
      JSON.stringify(publicReason),
      organiser.reason,
      evidence,
      approvals,
      organiser.actor,
      now,
      isPreview,
    ],
  );
  return rows[0]?.id ?? undefined;
};

/** The ids of at most `limit` accounts whose votes match. */
export const readMatching = async (db: Queryable, selection: Selection, limit: number): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      `SELECT DISTINCT a.id FROM selected_votes($1) s JOIN accounts a ON a.voter_id = s.voter_id LIMIT $2`,
      [JSON.stringify(selection), limit],
    )
  ).rows.map(({ id }) => id);

/**
 * The ids of at most `limit` accounts with a counted vote that does not match. If they are few, a preview shows how they
 * voted: their votes are what remains.
 */
export const readOthers = async (db: Queryable, selection: Selection, limit: number): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      `WITH left_out AS MATERIALIZED (
         SELECT voter_id, category_id FROM selected_votes($1) UNION ALL SELECT voter_id, category_id FROM votes_held(0))
       SELECT DISTINCT a.id
         FROM votes v JOIN accounts a ON a.voter_id = v.voter_id
        WHERE ${await isOfEdition(db)}
          AND NOT EXISTS (SELECT FROM left_out l WHERE l.voter_id = v.voter_id AND l.category_id = v.category_id)
        LIMIT $2`,
      [JSON.stringify(selection), limit],
    )
  ).rows.map(({ id }) => id);

/** What somebody sees of how people voted, for the audit log. */
export type Look = {
  /** The accounts that are shown or named, those that matter most first: the entry lists a hundred. */
  accounts: readonly string[];
  voters?: readonly string[] | undefined;
  /** The criteria and the counts, without a value that means a person: the entry can't be changed. */
  detail: Readonly<Record<string, unknown>>;
};

/** Records that somebody looks at votes. */
export const recordRehearsal = async (
  db: Queryable,
  look: Look,
  { actor, reason }: Organiser,
  now: Date,
): Promise<void> => {
  await db.query('SELECT record_rehearsal($1, $2, $3, $4)', [JSON.stringify(look), actor, reason, now]);
};

export type Change = { id: number; organiser: Organiser; now: Date };

const wasDone = async (db: Queryable, call: string, values: readonly unknown[]): Promise<boolean> =>
  (await db.query<{ done: boolean }>(`SELECT ${call} AS done`, [...values])).rows[0]?.done ?? false;

/** Approves or refuses a proposal. @returns false if that is not possible */
export const decideProposal = (
  db: Queryable,
  approve: boolean,
  { id, organiser: { actor, reason }, now }: Change,
): Promise<boolean> => wasDone(db, 'decide_exclusion($1, $2, $3, $4, $5)', [id, approve, actor, reason, now]);

/** Applies an exclusion, or undoes it. @returns false if that is not possible */
export const applyExclusion = (
  db: Queryable,
  undo: boolean,
  { id, organiser: { actor, reason }, now }: Change,
): Promise<boolean> => wasDone(db, 'apply_exclusion($1, $2, $3, $4, $5)', [id, undo, actor, reason, now]);

/** Proposes to undo an exclusion that two people agreed to. @returns false if that is not possible */
export const proposeUndo = (db: Queryable, { id, organiser: { actor, reason }, now }: Change): Promise<boolean> =>
  wasDone(db, 'propose_undo($1, $2, $3, $4)', [id, actor, reason, now]);

// Votes that another applied exclusion holds neither leave the count nor return to it.
const CHANGES = `
  WITH changed AS (
    SELECT e.nominee_id, count(*) AS votes
      FROM excluded_votes e
     WHERE e.exclusion_id = $1
       AND NOT EXISTS (SELECT FROM votes_held($1) h WHERE h.voter_id = e.voter_id AND h.category_id = e.category_id)
     GROUP BY e.nominee_id)
  SELECT c.nomination, c.niche, n.id AS "nomineeId", n.company, n.withdrawn_at IS NOT NULL AS withdrawn,
         coalesce(t.count, 0)::float8 AS votes, coalesce(d.votes, 0)::float8 * $2 AS change
    FROM nominees n
    JOIN categories c ON c.id = n.category_id
    LEFT JOIN counted_totals t ON t.nominee_id = n.id
    LEFT JOIN changed d ON d.nominee_id = n.id
   ORDER BY c.id, n.id`;

/** The counted votes of all nominees, with the changes that applying the exclusion makes, or undoing it. */
export const changesOf = async (db: Queryable, id: number, undo: boolean): Promise<NomineeChange[]> =>
  (await db.query<NomineeChange>(CHANGES, [id, undo ? 1 : -1])).rows;

/**
 * The number of votes that match the selection now but that the exclusion does not hold (`later`), and of those that it
 * holds but that do not match now (`unmatched`).
 */
export const differenceSince = async (db: Queryable, id: number): Promise<{ later: number; unmatched: number }> => {
  const { rows } = await db.query<{ later: number; unmatched: number }>(
    `WITH matched AS MATERIALIZED (
       SELECT EXISTS (SELECT FROM excluded_votes e
                       WHERE e.exclusion_id = $1 AND e.voter_id = s.voter_id AND e.category_id = s.category_id) AS held
         FROM exclusions x, selected_votes(x.selection) s
        WHERE x.id = $1)
     SELECT count(*) FILTER (WHERE NOT held)::float8 AS later,
            (SELECT votes FROM exclusions WHERE id = $1) - count(*) FILTER (WHERE held)::float8 AS unmatched
       FROM matched`,
    [id],
  );
  return rows[0] ?? { later: 0, unmatched: 0 };
};

/** The number of all votes that were cast. */
export const countCast = async (db: Queryable): Promise<number> =>
  (await db.query<{ votes: number }>('SELECT coalesce(sum(count), 0)::float8 AS votes FROM tally_totals')).rows[0]
    ?.votes ?? 0;

/** Runs work in a transaction. Commits it only if `keep`, and otherwise rolls it back. */
export const inTransactionOn = async <T>(
  pool: pg.Pool,
  keep: boolean,
  work: (client: Queryable) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let ended = false;
  try {
    await client.query('BEGIN');
    // A selection of many votes may take longer than a request may.
    await client.query('SET LOCAL statement_timeout = 0');
    const outcome = await work(client);
    await client.query(keep ? 'COMMIT' : 'ROLLBACK');
    ended = true;
    return outcome;
  } finally {
    // After an error the transaction is still open. Closing the connection ends it.
    client.release(!ended);
  }
};
