import type { ReasonFound } from '@laurel/contracts/console/cluster-records';
import type { Report } from '@laurel/contracts/public-log/report';
import type { Queryable } from '@laurel/database/queryable';

/** The version of the report that is missing: the first one, or one that an organiser asked for; undefined if none is. */
export const readMissingVersion = async (db: Queryable): Promise<number | undefined> =>
  (
    await db.query<{ version: number }>(
      `SELECT m.versions + 1 AS version FROM (SELECT count(*)::int AS versions FROM log_items WHERE kind = 'report') m
        WHERE m.versions = 0 OR EXISTS (SELECT FROM audit_entries a WHERE a.action = 'report.ask'
                                           AND a.subject = 'report ' || edition_year() || ' ' || m.versions + 1)`,
    )
  ).rows[0]?.version;

/** A version of the report in the log. */
export type StoredReport = { leaf: number; text: string };

/** The newest report in a log of a size. */
export const readReport = async (db: Queryable, size: number): Promise<StoredReport | undefined> =>
  (
    await db.query<StoredReport>(
      `SELECT leaf::float8 AS leaf, content AS text FROM log_items WHERE kind = 'report' AND leaf < $1 ORDER BY leaf DESC LIMIT 1`,
      [size],
    )
  ).rows[0];

/** The time since which the season of the edition counts; proofs of earlier editions are older. */
const SINCE = `coalesce((SELECT began_at FROM years WHERE year = edition_year()), '-infinity')`;

export type Guarded = { socialRefused: number; socialLeft: number; suspended: number; phones: number; signed: number };

/** How many accounts each guard stopped, how many phones were confirmed, and how many checkpoints were signed. */
export const readGuarded = async (db: Queryable): Promise<Guarded> => {
  const { rows } = await db.query<Guarded>(
    `SELECT (SELECT count(DISTINCT r.account_id) FROM social_requests r WHERE r.status = 'NOT_VERIFIED' AND r.created_at >= ${SINCE}
                AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = r.account_id))::int AS "socialRefused",
            (SELECT count(DISTINCT s.account_id) FROM social_links s WHERE s.revoked_at IS NOT NULL AND s.verified_at >= ${SINCE}
                AND NOT EXISTS (SELECT FROM social_links o WHERE o.account_id = s.account_id AND o.revoked_at IS NULL))::int AS "socialLeft",
            (SELECT count(*) FROM accounts WHERE suspended_at >= ${SINCE} AND erased_at IS NULL)::int AS suspended,
            (SELECT count(*) FROM phone_verifications WHERE verified_at >= ${SINCE})::int AS phones,
            (SELECT count(*) FROM log_checkpoints)::int AS signed`,
  );
  const [row] = rows;
  if (!row) throw new Error('the query returned no row');
  return row;
};

/** The kinds of criteria by which exclusions selected their votes. */
export const readCriteria = async (db: Queryable): Promise<ReadonlyMap<number, readonly string[]>> => {
  const { rows } = await db.query<{ id: number; criteria: string[] }>(
    'SELECT id, ARRAY(SELECT jsonb_object_keys(selection) ORDER BY 1) AS criteria FROM exclusions WHERE applied_at IS NOT NULL',
  );
  return new Map(rows.map(({ id, criteria }) => [id, criteria]));
};

export type FoundGroup = {
  state: 'open' | 'watched' | 'dismissed';
  why: Report['clusters']['dismissed'][number]['why'];
  reasons: ReasonFound[];
  /** The exclusions that hold votes of more than half of its people. */
  exclusions: { id: number; isUndone: boolean }[];
};

/** The groups that the search for bought votes found in the edition. */
export const readGroups = async (db: Queryable): Promise<FoundGroup[]> =>
  (
    await db.query<FoundGroup>(
      `SELECT c.state, c.why, c.reasons,
              (SELECT coalesce(json_agg(json_build_object('id', x.id, 'isUndone', x.undone_at IS NOT NULL)), '[]') FROM exclusions x
                WHERE x.applied_at IS NOT NULL
                  AND c.people < 2 * (SELECT count(*) FROM cluster_members m WHERE m.cluster_id = c.id
                                         AND EXISTS (SELECT FROM excluded_votes e WHERE e.exclusion_id = x.id AND e.voter_id = m.voter_id))) AS exclusions
         FROM clusters c WHERE c.year = edition_year() ORDER BY c.id`,
    )
  ).rows;

export type WitnessRow = {
  witness: string;
  confirmed: number;
  first: Date | null;
  last: Date | null;
  silence: number | null;
};

/**
 * What the witnesses confirmed, and how long a checkpoint waited at most since their first confirmation: until a confirmation of it or
 * of a larger one, or until now.
 * @param named verifier keys that are listed even if they confirmed nothing
 */
export const readConfirmations = async (db: Queryable, named: readonly string[], now: Date): Promise<WitnessRow[]> =>
  (
    await db.query<WitnessRow>(
      `SELECT w.witness, c.confirmed, c.first, c.last, s.silence
         FROM (SELECT witness FROM log_cosignatures UNION SELECT unnest($1::text[])) w
        CROSS JOIN LATERAL (SELECT count(*)::int AS confirmed, min(at) AS first, max(at) AS last FROM log_cosignatures WHERE witness = w.witness) c
        CROSS JOIN LATERAL (
          SELECT ceil(max(greatest(extract(epoch FROM g.at - p.at), 0)))::int AS silence
            FROM (SELECT at, lag(size) OVER (ORDER BY size) AS before
                    FROM (SELECT size, at FROM log_cosignatures WHERE witness = w.witness
                          UNION ALL SELECT 9223372036854775807, $2::timestamptz) all_of) g
           CROSS JOIN LATERAL (SELECT at FROM log_checkpoints WHERE size > g.before ORDER BY size LIMIT 1) p) s
        ORDER BY w.witness`,
      [named, now],
    )
  ).rows;
