import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import type { Item, Logged, NomineeCount, Totals, Waiting } from './policy.ts';

/** A stored checkpoint. */
export type Head = {
  size: number;
  root: Buffer;
  /** The signed note. */
  note: string;
  at: Date;
  /** The verified voters at that time. */
  voters: number;
  /** The votes in the log by category id. */
  totals: Totals;
  /** The log has all votes of the transactions before this one, in this cluster. */
  nextTx: string;
  cluster: string;
};

const HEAD = `SELECT size::float8 AS size, root, note, at, voters, totals, next_tx AS "nextTx", cluster FROM log_checkpoints`;

/** The newest checkpoint, or undefined before the first. */
export const readHead = async (db: Queryable): Promise<Head | undefined> =>
  (await db.query<Head>(`${HEAD} ORDER BY size DESC LIMIT 1`)).rows[0];

/** The note of the first checkpoint, or undefined. */
export const readFirstNote = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ note: string }>('SELECT note FROM log_checkpoints ORDER BY size LIMIT 1')).rows[0]?.note;

/** The advisory lock of the run that appends to the log. */
export const LOG_LOCK = 5_203_192;

/**
 * Runs work on a connection that holds the log's lock, or not at all if another process has it. The transaction is
 * rolled back at the end, so work must write on another connection.
 */
export const withLock = async (pool: pg.Pool, work: (db: Queryable) => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  let isSound = false;
  try {
    // Not in one snapshot: each statement sees what was committed before it.
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '5min'`);
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      LOG_LOCK,
    ]);
    if (rows[0]?.locked) await work(client);
    await client.query('ROLLBACK');
    isSound = true;
  } finally {
    // After a failure, closing the connection ends the transaction.
    client.release(!isSound);
  }
};

/**
 * Transaction numbers of a database cluster. The transactions before `horizon` have ended, and their rows are visible.
 * `next` is the first transaction that has not begun.
 */
export type Horizon = { horizon: string; next: string; cluster: string };

export const readHorizon = async (db: Queryable): Promise<Horizon> => {
  const { rows } = await db.query<Horizon>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
            pg_snapshot_xmax(pg_current_snapshot())::text AS next,
            (SELECT system_identifier::text FROM pg_control_system()) AS cluster`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no snapshot');
  return row;
};

/**
 * The transactions whose votes are looked at: those with a number from `from` to before `to`, and from `beyond` on. No
 * transaction of this cluster has a number from `beyond` on yet, so such a number comes from another cluster.
 */
export type Span = { from: string; to: string; beyond: string | null };

/** Before every transaction. */
export const ALL = '0';

/** A look at all votes of a cluster. It found that the log has every vote of the transactions before `from`. */
export type Looked = { cluster: string; from: string };

/** Describes a look that found no missing vote of a span. */
export const lookedAt = ({ to }: Span, { cluster }: Horizon): Looked => ({ cluster, from: to });

/**
 * The transactions whose votes may be missing in the log: those after the newest checkpoint. These are all transactions
 * while the log is filled for the first time, and after a dump was restored in another cluster, whose transactions have
 * other numbers. That ends when the log has all votes, or a look has found no missing vote.
 */
export const spanOf = (head: Head | undefined, { horizon, next, cluster }: Horizon, looked?: Looked): Span => {
  const known = [head && { cluster: head.cluster, from: head.nextTx }, looked];
  const from = known.find((each) => each?.cluster === cluster && each.from !== ALL)?.from ?? ALL;
  return { from, to: horizon, beyond: from === ALL ? next : null };
};

// OFFSET 0 makes PostgreSQL look up each vote by the index of log_votes. A hash join would read the whole log for each part. The cast
// keeps it from the votes' key, which would read votes of all parts.
const MISSING = `v.tx >= $1 AND (v.tx < $2 OR v.tx >= $3) AND v.category_id::int4 = ANY (ARRAY(SELECT c.id::int4 FROM categories c))
  AND NOT EXISTS (SELECT FROM all_log_votes l WHERE l.voter_id = v.voter_id AND l.category_id = v.category_id OFFSET 0)`;

/**
 * Blocks of the table `votes`, about 10,000 votes. A statement takes a few seconds even if each vote is looked up on
 * the disk.
 */
const SCAN_BLOCKS = 128;
/** Blocks for smaller parts, about 2,400 votes. */
const BLOCKS = 32;

/**
 * The conditions of the statements that together find the votes of a span that are not in the log. One statement for all votes
 * would exceed its time limit.
 * @param blocks how many blocks of the table a statement reads; undefined: one statement reads all
 */
async function* conditionsOf(
  db: Queryable,
  { from, to, beyond }: Span,
  blocks = from === ALL ? SCAN_BLOCKS : undefined,
): AsyncGenerator<{ where: string; values: (string | null)[] }> {
  const values = [from, to, beyond];
  if (blocks === undefined) {
    yield { where: MISSING, values };
    return;
  }
  const { rows } = await db.query<{ count: number }>(
    `SELECT (pg_relation_size('votes') / current_setting('block_size')::int8)::float8 AS count`,
  );
  const where = `v.ctid >= $4::tid AND v.ctid < $5::tid AND ${MISSING}`;
  for (let block = 0; block < (rows[0]?.count ?? 0); block += blocks) {
    yield { where, values: [...values, `(${block},0)`, `(${block + blocks},0)`] };
  }
}

/** Counts the votes of a span that are not in the log, at most one more than `most`. */
export const readWaiting = async (db: Queryable, span: Span, most: number): Promise<Waiting> => {
  const byCategory = new Map<number, number>();
  let [votes, oldest]: [number, Date | null] = [0, null];
  for await (const { where, values } of conditionsOf(db, span)) {
    const answer: pg.QueryResult<{ category: number; votes: number; oldest: Date }> = await db.query(
      `SELECT w.category_id AS category, count(*)::int AS votes, min(w.cast_at) AS oldest
         FROM (SELECT v.category_id, v.cast_at FROM votes v WHERE ${where} LIMIT $${values.length + 1}) w GROUP BY w.category_id`,
      [...values, most + 1 - votes],
    );
    for (const found of answer.rows) {
      byCategory.set(found.category, (byCategory.get(found.category) ?? 0) + found.votes);
      votes += found.votes;
      if (oldest === null || found.oldest < oldest) oldest = found.oldest;
    }
    if (votes > most) break;
  }
  return { votes, oldest, fewest: votes === 0 ? 0 : Math.min(...byCategory.values()) };
};

/** Whether a vote of the transactions from `from` on, or of another cluster, is visible but not in the log. */
export const hasLateVotes = async (db: Queryable, from: string): Promise<boolean> =>
  (await readWaiting(db, { from, to: from, beyond: from }, 0)).votes > 0;

/** A vote with what opens its leaf. */
export type OpenVote = {
  voterId: string;
  categoryId: number;
  nomineeId: number;
  serverNonce: Buffer;
  browserNonce: Buffer;
};

const VOTE = `SELECT v.voter_id AS "voterId", v.category_id AS "categoryId", v.nominee_id AS "nomineeId",
    v.server_nonce AS "serverNonce", v.browser_nonce AS "browserNonce" FROM votes v`;

/**
 * The votes of a span that are not in the log: in large parts if they are few, otherwise in small parts. Runs in the
 * transaction of `db`, so that no VACUUM FULL moves rows meanwhile.
 */
export async function* readMissing(db: Queryable, span: Span, few: boolean): AsyncGenerator<OpenVote[]> {
  for await (const { where, values } of conditionsOf(db, span, few ? undefined : BLOCKS)) {
    const { rows } = await db.query<OpenVote>(`${VOTE} WHERE ${where}`, values);
    if (rows.length > 0) yield rows;
  }
}

/** The category and tag of each nominee. */
export const readNomineeNames = async (
  db: Queryable,
): Promise<ReadonlyMap<number, { category: string; nominee: string }>> => {
  const { rows } = await db.query<{ id: number; category: string; nominee: string }>(
    `SELECT n.id, c.nomination || '/' || c.niche AS category, n.company AS nominee
       FROM nominees n JOIN categories c ON c.id = n.category_id`,
  );
  return new Map(rows.map(({ id, category, nominee }) => [id, { category, nominee }]));
};

/** The items that the log has, and the number of its newest edition; 0 without an edition. */
export const readLogged = async (db: Queryable): Promise<Logged & { edition: number }> => {
  const { rows } = await db.query<{ kind: string; ref: string }>(
    `SELECT kind, ref FROM log_items WHERE kind IN ('edition', 'exclusion')
      UNION ALL (SELECT kind, ref FROM log_items WHERE kind = 'phase' ORDER BY leaf DESC LIMIT 1)`,
  );
  return {
    refs: new Set(rows.map(({ kind, ref }) => `${kind} ${ref}`)),
    times: rows.find(({ kind }) => kind === 'phase')?.ref,
    edition: Math.max(0, ...rows.map(({ kind, ref }) => (kind === 'edition' ? Number(ref) : 0))),
  };
};

/** The counts of every nominee, and how many changes of exclusions they contain, in one snapshot. */
export const readCounts = async (db: Queryable): Promise<{ counts: NomineeCount[]; exclusions: number }> => {
  const { rows } = await db.query<NomineeCount & { changes: number }>(
    `SELECT c.nomination, c.niche, n.company, coalesce(t.count, 0)::float8 AS cast, coalesce(x.count, 0)::float8 AS excluded,
            (SELECT count(applied_at) + count(undone_at) FROM exclusions)::int AS changes
       FROM nominees n
       JOIN categories c ON c.id = n.category_id
       LEFT JOIN tally_totals t ON t.nominee_id = n.id
       LEFT JOIN excluded_tallies x ON x.nominee_id = n.id
      WHERE n.withdrawn_at IS NULL OR t.count > 0`,
  );
  return { counts: rows, exclusions: rows[0]?.changes ?? 0 };
};

/** The opening of a result's leaf. */
export type Result = { leaf: number; nonce: Buffer; text: string };

/** The newest result in a log of a size, or undefined. */
export const readResult = async (db: Queryable, size: number): Promise<Result | undefined> =>
  (
    await db.query<Result>(
      'SELECT leaf::float8 AS leaf, nonce, text FROM log_results WHERE leaf < $1 ORDER BY leaf DESC LIMIT 1',
      [size],
    )
  ).rows[0];

/** A tile as it is stored. The tiles of entries have the level -1. */
export type StoredTile = { level: number; index: number; data: Uint8Array };

/** What is appended to a log of `expected` leaves. */
export type Addition = {
  expected: number;
  size: number;
  root: Uint8Array;
  note: string;
  at: Date;
  people: number;
  nextTx: string;
  cluster: string;
  tiles: readonly StoredTile[];
  votes: readonly { voterId: string; categoryId: number; leaf: number }[];
  items: readonly (Item & { place: number })[];
  result: { nonce: Uint8Array; text: string } | undefined;
};

// UUIDs, numbers and octets in hexadecimal need no quoting, and node-pg's own array encoder is several times slower.
const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;
const hexOf = (data: Uint8Array): string =>
  `"\\\\x${Buffer.from(data.buffer, data.byteOffset, data.length).toString('hex')}"`;

/** Appends leaves with their checkpoint. @returns false if the log has another size than expected */
export const append = async (db: Queryable, added: Addition): Promise<boolean> => {
  const { tiles, votes, items, result } = added;
  const { rows } = await db.query<{ done: boolean }>(
    `SELECT append_to_log($1, $2, $3, $4, $5, $6, $7, $8, $9::int2[], $10::int8[], $11::bytea[], $12::uuid[], $13::int2[], $14::int8[],
                          $15::text[], $16::text[], $17::text[], $18::int8[], $19, $20) AS done`,
    [
      added.expected,
      added.size,
      added.root,
      added.note,
      added.at,
      added.people,
      added.nextTx,
      added.cluster,
      arrayOf(tiles.map(({ level }) => level)),
      arrayOf(tiles.map(({ index }) => index)),
      arrayOf(tiles.map(({ data }) => hexOf(data))),
      arrayOf(votes.map(({ voterId }) => voterId)),
      arrayOf(votes.map(({ categoryId }) => categoryId)),
      arrayOf(votes.map(({ leaf }) => leaf)),
      items.map(({ kind }) => kind),
      items.map(({ ref }) => ref),
      items.map(({ content }) => content),
      items.map(({ place }) => place),
      result?.nonce ?? null,
      result?.text ?? null,
    ],
  );
  return rows[0]?.done ?? false;
};

/** A stored tile, or undefined. */
export const readTile = async (db: Queryable, level: number, index: number): Promise<Buffer | undefined> =>
  (await db.query<{ data: Buffer }>('SELECT data FROM log_tiles WHERE level = $1 AND tile = $2', [level, index]))
    .rows[0]?.data;

/** The numbers of the editions that were published after one, in order. */
export const editionsAfter = async (db: Queryable, last: number): Promise<number[]> =>
  (await db.query<{ id: number }>('SELECT id FROM editions WHERE id > $1 ORDER BY id', [last])).rows.map(
    ({ id }) => id,
  );
