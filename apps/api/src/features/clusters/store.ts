import type {
  Against,
  Certainty,
  ClusterState,
  Explanation,
  ReasonFound,
} from '@laurel/contracts/console/cluster-records';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import type { Cluster } from './clusters.policy.ts';
import type { CastVote, VoterFacts } from './voters.policy.ts';

type FactsRow = Omit<VoterFacts, 'registeredAt' | 'steps'> & { registeredAt: Date; steps: (Date | null)[] };

/** What is known of the people who voted since a moment. */
export const readFacts = async (db: Queryable, since: Date): Promise<VoterFacts[]> => {
  const { rows } = await db.query<FactsRow>(
    `SELECT voter, number, mailbox_shape AS "mailboxShape", mailbox_stem AS "mailboxStem", mail_domain AS "mailDomain",
            name_shape AS "nameShape", name_start AS "nameStart", name_end AS "nameEnd", registered_at AS "registeredAt", steps, network, agent, time_zone AS "timeZone", telegram_age AS "telegramAge",
            followers, carrier
       FROM voter_facts($1)`,
    [since],
  );
  return rows.map(({ registeredAt, steps, ...rest }) => ({
    ...rest,
    registeredAt: registeredAt.getTime(),
    steps: steps.map((at) => at?.getTime() ?? null),
  }));
};

/** The votes since a moment, in the order in which they were cast. */
export const readVotes = async (db: Queryable, since: Date): Promise<CastVote[]> =>
  (
    await db.query<CastVote>(
      `SELECT voter, category, nominee, (extract(epoch FROM at) * 1000)::float8 AS at, network FROM votes_cast($1)`,
      [since],
    )
  ).rows;

export const storeClusters = async (
  db: Queryable,
  { found, compared, now }: { found: readonly Cluster[]; compared: number; now: Date },
): Promise<void> => {
  await db.query('SELECT store_clusters($1, $2, $3)', [JSON.stringify(found), compared, now]);
};

/** A cluster in the database. */
export type StoredCluster = {
  id: number;
  certainty: Certainty;
  state: ClusterState;
  people: number;
  nominees: number[];
  reasons: ReasonFound[];
  against: Against[];
  looksHonest: boolean;
  foundAt: Date;
  why: Explanation | null;
  reason: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  decidedPeople: number | null;
};

/** Something speaks for them, and they are not likely to be a farm. */
const LOOKS_HONEST = `(c.certainty <> 'likely' AND c.against <> '[]')`;

const STORED = `c.id, c.certainty, c.state, c.people, c.nominees, c.reasons, c.against, ${LOOKS_HONEST} AS "looksHonest", c.found_at AS "foundAt", c.why, c.reason,
  c.decided_at AS "decidedAt", c.decided_by AS "decidedBy", c.decided_people AS "decidedPeople"`;

export const readLastSearch = async (db: Queryable): Promise<{ at: Date; compared: number } | undefined> =>
  (
    await db.query<{ at: Date; compared: number }>(
      'SELECT at, compared FROM cluster_searches WHERE year = edition_year()',
    )
  ).rows[0];

/** Whether votes were cast, or exclusions applied or undone, since the last search; a minute allows for clocks that differ. */
export const isNewSinceSearch = async (db: Queryable): Promise<boolean> =>
  (
    await db.query<{ is: boolean }>(
      `SELECT EXISTS (SELECT FROM votes WHERE cast_at >= s.since)
           OR EXISTS (SELECT FROM exclusions WHERE greatest(applied_at, undone_at) >= s.since) AS is
         FROM (SELECT coalesce(max(at) - interval '1 minute', '-infinity') AS since FROM cluster_searches WHERE year = edition_year()) s`,
    )
  ).rows[0]?.is ?? false;

/** Changes when an exclusion is applied or undone, and with the edition. */
export const readDecided = async (db: Queryable): Promise<string> =>
  (
    await db.query<{ decided: string }>(
      `SELECT concat_ws(' ', edition_year(), count(applied_at), count(undone_at)) AS decided FROM exclusions`,
    )
  ).rows[0]?.decided ?? '';

/** The clusters that the last search found, and those that somebody decided about. */
export const readClusters = async (db: Queryable): Promise<StoredCluster[]> =>
  (
    await db.query<StoredCluster>(
      `SELECT ${STORED} FROM clusters c JOIN cluster_searches s ON s.year = c.year
        WHERE c.year = edition_year() AND (c.seen_at = s.at OR c.state <> 'open') ORDER BY c.id`,
    )
  ).rows;

/** The open clusters of the last search that look like no honest crowd. */
export const countOpenClusters = async (db: Queryable): Promise<number> =>
  (
    await db.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM clusters c JOIN cluster_searches s ON s.year = c.year AND s.at = c.seen_at
        WHERE c.year = edition_year() AND c.state = 'open' AND NOT ${LOOKS_HONEST}`,
    )
  ).rows[0]?.open ?? 0;

export const readCluster = async (db: Queryable, id: number): Promise<StoredCluster | undefined> =>
  (await db.query<StoredCluster>(`SELECT ${STORED} FROM clusters c WHERE c.id = $1 AND c.year = edition_year()`, [id]))
    .rows[0];

/** What the votes of clusters for their nominees are: how many, and when. */
export type ClusterVotes = { cluster: number; nomineeId: number; votes: number; from: Date; until: Date };

export const readClusterVotes = async (db: Queryable, ids: readonly number[]): Promise<ClusterVotes[]> =>
  (
    await db.query<ClusterVotes>(
      `SELECT c.id AS cluster, v.nominee_id AS "nomineeId", count(*)::int AS votes, min(v.cast_at) AS from, max(v.cast_at) AS until
         FROM clusters c JOIN cluster_members m ON m.cluster_id = c.id
         JOIN votes v ON v.voter_id = m.voter_id AND v.nominee_id = ANY (c.nominees)
        WHERE c.id = ANY ($1) GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
      [ids],
    )
  ).rows;

/** A nominee with its counted votes. */
export type CountedNominee = {
  nomineeId: number;
  nomination: string;
  niche: string;
  company: string;
  withdrawn: boolean;
  votes: number;
};

/** All nominees of the categories of some nominees. */
export const readCounted = async (db: Queryable, nominees: readonly number[]): Promise<CountedNominee[]> =>
  (
    await db.query<CountedNominee>(
      `SELECT n.id AS "nomineeId", c.nomination, c.niche, n.company, n.withdrawn_at IS NOT NULL AS withdrawn,
              coalesce(t.count, 0)::float8 AS votes
         FROM nominees n JOIN categories c ON c.id = n.category_id
         LEFT JOIN counted_totals t ON t.nominee_id = n.id
        WHERE n.category_id IN (SELECT category_id FROM nominees WHERE id = ANY ($1)) ORDER BY n.category_id, n.id`,
      [nominees],
    )
  ).rows;

export type MemberRow = {
  voterId: string;
  accountId: string;
  name: string;
  email: string;
  number: string;
  votedAt: Date;
  shares: number[];
};

/** The people of a cluster, who shares most first. Erased ones are no more. */
export const readMembers = async (db: Queryable, id: number): Promise<MemberRow[]> =>
  (
    await db.query<MemberRow>(
      `SELECT m.voter_id AS "voterId", a.id AS "accountId", a.name, a.email, coalesce(a.phone_number, '') AS number, m.shares,
              (SELECT min(v.cast_at) FROM votes v JOIN clusters c ON c.id = m.cluster_id
                WHERE v.voter_id = m.voter_id AND v.nominee_id = ANY (c.nominees)) AS "votedAt"
         FROM cluster_members m JOIN accounts a ON a.voter_id = m.voter_id
        WHERE m.cluster_id = $1 ORDER BY cardinality(m.shares) DESC, 7, 1`,
      [id],
    )
  ).rows.filter(({ votedAt }) => votedAt !== null);

/** The votes of a cluster and of everyone else in the category of a nominee, by equal spans between two moments. */
export const readTimeline = async (
  db: Queryable,
  { id, nominee, from, until, spans }: { id: number; nominee: number; from: Date; until: Date; spans: number },
): Promise<{ span: number; these: number; others: number }[]> =>
  (
    await db.query<{ span: number; these: number; others: number }>(
      `SELECT least($5::int, width_bucket(extract(epoch FROM v.cast_at), extract(epoch FROM $3::timestamptz), extract(epoch FROM $4::timestamptz), $5::int)) - 1 AS span,
              count(*) FILTER (WHERE m.voter_id IS NOT NULL)::int AS these, count(*) FILTER (WHERE m.voter_id IS NULL)::int AS others
         FROM votes v LEFT JOIN cluster_members m ON m.cluster_id = $1 AND m.voter_id = v.voter_id
        WHERE v.category_id = (SELECT category_id FROM nominees WHERE id = $2) AND v.cast_at >= $3 AND v.cast_at <= $4
        GROUP BY 1`,
      [id, nominee, from, until, spans],
    )
  ).rows;

export const decideStored = async (
  db: Queryable,
  {
    id,
    state,
    why,
    organiser,
    now,
  }: { id: number; state: ClusterState; why: Explanation | null; organiser: Organiser; now: Date },
): Promise<boolean> =>
  (
    await db.query<{ done: boolean }>('SELECT decide_cluster($1, $2, $3, $4, $5, $6) AS done', [
      id,
      state,
      why,
      organiser.reason,
      organiser.actor,
      now,
    ])
  ).rows[0]?.done ?? false;

/** Records that somebody looks at a cluster. @returns false if there is none */
export const recordLook = async (
  db: Queryable,
  { id, reveal, organiser, now }: { id: number; reveal: boolean; organiser: Organiser; now: Date },
): Promise<boolean> =>
  (
    await db.query<{ done: boolean }>('SELECT look_at_cluster($1, $2, $3, $4, $5) AS done', [
      id,
      reveal,
      organiser.reason,
      organiser.actor,
      now,
    ])
  ).rows[0]?.done ?? false;
