import type { Organiser } from '@laurel/database/audit';
import type pg from 'pg';
import type { Exclusion, NomineeChange, PublicReason, Selection } from './policy.ts';

/** Anything that runs SQL: a pool, or a client in a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

// Unnamed statements: a pooler may run each query on another connection.
const COLUMNS = `id, selection, public_reason AS "publicReason", reason, evidence, approvals, votes, voters,
  proposed_at AS "proposedAt", proposed_by AS "proposedBy", approved, decided_at AS "decidedAt", decided_by AS "decidedBy",
  applied_at AS "appliedAt", applied_by AS "appliedBy", undone_at AS "undoneAt", undone_by AS "undoneBy"`;

/** All exclusions, the newest first. */
export const readExclusions = async (db: Queryable): Promise<Exclusion[]> =>
  (await db.query<Exclusion>(`SELECT ${COLUMNS} FROM exclusions ORDER BY id DESC`)).rows;

export const readExclusion = async (db: Queryable, id: number): Promise<Exclusion | undefined> =>
  (await db.query<Exclusion>(`SELECT ${COLUMNS} FROM exclusions WHERE id = $1`, [id])).rows[0];

export type Proposal = {
  selection: Selection;
  publicReason: PublicReason;
  evidence: string | null;
  approvals: number;
  organiser: Organiser;
  now: Date;
};

/** Stores a proposal with the votes that match now. @returns its id, or undefined if no vote matches */
export const insertProposal = async (db: Queryable, proposal: Proposal): Promise<number | undefined> => {
  const { selection, publicReason, evidence, approvals, organiser, now } = proposal;
  const { rows } = await db.query<{ id: number | null }>('SELECT propose_exclusion($1, $2, $3, $4, $5, $6, $7) AS id', [
    JSON.stringify(selection),
    JSON.stringify(publicReason),
    organiser.reason,
    evidence,
    approvals,
    organiser.actor,
    now,
  ]);
  return rows[0]?.id ?? undefined;
};

type Change = { id: number; organiser: Organiser; now: Date };

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

/** The votes of all nominees, with the change that applying the exclusion makes, or undoing it. */
export const changesOf = async (db: Queryable, id: number, undo: boolean): Promise<NomineeChange[]> =>
  (await db.query<NomineeChange>(CHANGES, [id, undo ? 1 : -1])).rows;

/** The people whose votes an exclusion holds. */
export type People = {
  /** Who voted in one category only. */
  inOneCategory: number;
  /** Who also cast votes that the exclusion does not hold, and how many. */
  withOtherVotes: number;
  otherVotes: number;
};

const PEOPLE = `
  SELECT count(*) FILTER (WHERE p.cast_votes = 1)::float8 AS "inOneCategory",
         count(*) FILTER (WHERE p.cast_votes > p.held)::float8 AS "withOtherVotes",
         coalesce(sum(p.cast_votes - p.held), 0)::float8 AS "otherVotes"
    FROM (SELECT h.held, (SELECT count(*) FROM votes v WHERE v.voter_id = h.voter_id) AS cast_votes
            FROM (SELECT voter_id, count(*) AS held FROM excluded_votes WHERE exclusion_id = $1 GROUP BY voter_id) h) p`;

export const peopleOf = async (db: Queryable, id: number): Promise<People> =>
  (await db.query<People>(PEOPLE, [id])).rows[0] ?? { inOneCategory: 0, withOtherVotes: 0, otherVotes: 0 };

/** Votes that match the selection and were cast after the proposal; it does not hold them. */
export const countLater = async (db: Queryable, id: number): Promise<number> => {
  const { rows } = await db.query<{ votes: number }>(
    `SELECT count(*)::float8 AS votes
       FROM exclusions x, selected_votes(x.selection) s
      WHERE x.id = $1
        AND NOT EXISTS (SELECT FROM excluded_votes e
                         WHERE e.exclusion_id = $1 AND e.voter_id = s.voter_id AND e.category_id = s.category_id)`,
    [id],
  );
  return rows[0]?.votes ?? 0;
};

/** Some accounts whose votes an exclusion holds, chosen by their random ids. */
export const sampleAccounts = async (
  db: Queryable,
  id: number,
  most: number,
): Promise<{ id: string; email: string }[]> =>
  (
    await db.query<{ id: string; email: string }>(
      `SELECT a.id, a.email
         FROM accounts a
        WHERE a.voter_id IN (SELECT e.voter_id FROM excluded_votes e WHERE e.exclusion_id = $1)
        ORDER BY a.voter_id LIMIT $2`,
      [id, most],
    )
  ).rows;

/** All votes that were cast. */
export const countCast = async (db: Queryable): Promise<number> =>
  (await db.query<{ votes: number }>('SELECT coalesce(sum(count), 0)::float8 AS votes FROM tally_totals')).rows[0]
    ?.votes ?? 0;

/** A vote that an exclusion holds. */
export type HeldVote = { voterId: string; nomination: string; niche: string; company: string };

/** The votes that an exclusion holds, in the order of the voters' random ids. */
export const readHeldVotes = async (db: Queryable, id: number): Promise<HeldVote[]> =>
  (
    await db.query<HeldVote>(
      `SELECT e.voter_id AS "voterId", c.nomination, c.niche, n.company
         FROM excluded_votes e JOIN nominees n ON n.id = e.nominee_id JOIN categories c ON c.id = e.category_id
        WHERE e.exclusion_id = $1 ORDER BY e.voter_id, c.id`,
      [id],
    )
  ).rows;

/** Runs work in a transaction, and keeps what it changed only if `keep`. */
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
    // After an error the transaction is open: closing the connection ends it.
    client.release(!ended);
  }
};
