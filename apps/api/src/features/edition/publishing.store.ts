import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { Organiser } from '@laurel/database/audit';
import {
  filesFrom,
  type GuardedChange,
  type ImportOptions,
  type ImportOutcome,
  ImportRefusedError,
  importEdition,
  inBase64,
} from '@laurel/database/editions';
import { inYear } from '@laurel/database/in-year';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import type { Proposal, WantedEdition } from './publishing.policy.ts';

/** How many drafts are listed. The database keeps as many. */
const DRAFTS = 20;

/** A version without its files. */
export type VersionRow = { id: number; importedAt: Date; importedBy: string | null; reason: string | null };

/** The published editions, newest first: `limit` of those with an id below `after`, if it is given. */
export const readVersions = async (pool: pg.Pool, after: number | null, limit: number): Promise<VersionRow[]> =>
  (
    await pool.query<VersionRow>(
      `SELECT id, imported_at AS "importedAt", imported_by AS "importedBy", reason
         FROM editions WHERE $1::int4 IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
      [after, limit],
    )
  ).rows;

export type DraftSource = 'zip' | 'csv';
/** A draft without its files and problems. */
export type DraftRow = {
  id: number;
  name: string | null;
  /** Whether it has files to edit. */
  editable: boolean;
  year: number | null;
  source: DraftSource;
  basedOn: number | null;
  uploadedAt: Date;
  uploadedBy: string;
  problemsTotal: number;
  publishedAs: number | null;
  /** Its newest proposal to a second person. */
  proposal: Proposal | null;
};
export type StoredDraft = DraftRow & {
  /** Grows with each edit. */
  revision: number;
  problems: EditionProblem[];
  /** The names of uploaded files that the edition does not use. */
  leftOut: string[];
  files: ReadonlyMap<string, Buffer>;
  /** The newest earlier draft with the same files that was not published. */
  sameAs: number | null;
};

/** The year that an edition.yaml says, which may be any octets. */
const YEAR = `(SELECT substring(encode(f.content, 'escape') FROM '(?n)^year: *(20\\d\\d|2100)\\s')::int FROM edition_files f
  WHERE f.sha256 = decode(manifest ->> 'edition.yaml', 'hex'))`;
const DRAFT = `id, name, manifest <> '{}' AS editable, ${YEAR} AS year, source, based_on AS "basedOn", uploaded_at AS "uploadedAt", uploaded_by AS "uploadedBy",
  jsonb_array_length(problems) AS "problemsTotal", published_as AS "publishedAs",
  CASE WHEN proposed_at IS NOT NULL THEN
    proposal || jsonb_build_object('at', proposed_at, 'by', proposed_by, 'reason', proposed_reason) END AS proposal`;

/** The newest drafts, newest first. */
export const readDrafts = async (pool: pg.Pool): Promise<DraftRow[]> =>
  (await pool.query<DraftRow>(`SELECT ${DRAFT} FROM edition_drafts ORDER BY id DESC LIMIT ${DRAFTS}`)).rows;

export const readDraft = async (pool: pg.Pool, id: number): Promise<StoredDraft | undefined> => {
  const { rows } = await pool.query<Omit<StoredDraft, 'files'> & { files: Record<string, string> }>(
    `SELECT ${DRAFT}, revision, problems, left_out AS "leftOut", edition_contents(manifest) AS files,
            (SELECT max(same.id) FROM edition_drafts same
              WHERE same.id < d.id AND same.published_as IS NULL AND same.manifest = d.manifest AND d.problems = '[]') AS "sameAs"
       FROM edition_drafts d WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  return row && { ...row, files: filesFrom(row.files) };
};

/** Reads the edition of the year of a version: next year's is prepared while this one is live. */
export const inItsYear = <Result>(
  pool: pg.Pool,
  { year }: WantedEdition,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> => inYear(pool, year, work);

/** What two people must agree to in an edition, if the one that is live asks for two, by the database's rule. */
export const readGuardedChanges = async (db: Queryable, wanted: WantedEdition, now: Date): Promise<GuardedChange[]> => {
  const { facts, approvals, embargo, opensAt, closesAt, announcedAt } = wanted;
  const { rows } = await db.query<{ changes: GuardedChange[] }>(
    'SELECT guarded_changes($1, $2, $3, $4, $5, $6, $7) AS changes',
    [JSON.stringify(facts), approvals, embargo, opensAt, closesAt, announcedAt, now],
  );
  return rows[0]?.changes ?? [];
};

export type NewProposal = {
  draft: number;
  live: number;
  digest: string;
  changes: readonly GuardedChange[];
  organiser: Organiser;
  now: Date;
};

/**
 * Proposes a draft to a second person, with its entry in the audit log.
 * @returns false if that is not possible, or somebody has proposed the same
 */
export const proposeEdition = async (pool: pg.Pool, proposal: NewProposal): Promise<boolean> => {
  const { draft, live, digest, changes, organiser, now } = proposal;
  const { rows } = await pool.query<{ done: boolean }>('SELECT propose_edition($1, $2, $3, $4, $5, $6, $7) AS done', [
    draft,
    live,
    digest,
    JSON.stringify(changes),
    organiser.actor,
    organiser.reason,
    now,
  ]);
  return rows[0]?.done ?? false;
};

/** How many drafts wait for this person: others propose them, the proposals are valid, and the same edition is live. */
export const countProposed = async (pool: pg.Pool, actor: string, validSince: Date): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM edition_drafts
      WHERE published_as IS NULL AND proposed_at > $2 AND NOT same_person(proposed_by, $1)
        AND proposal -> 'live' = (SELECT to_jsonb(max(id)) FROM editions)`,
    [actor, validSince],
  );
  return rows[0]?.count ?? 0;
};

export type NewDraft = {
  source: DraftSource;
  basedOn: number | null;
  /** Empty if an upload could not be unpacked. */
  files: ReadonlyMap<string, Buffer>;
  problems: readonly EditionProblem[];
  leftOut: readonly string[];
  actor: string;
  now: Date;
};

/** Problems contain keys as they were uploaded. PostgreSQL can't store a NUL or a lone surrogate. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
export const storableJson = (problems: readonly EditionProblem[]): string =>
  JSON.stringify(problems, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value));

/** Stores an upload, with its entry in the audit log. @returns its id */
export const saveDraft = async (pool: pg.Pool, draft: NewDraft): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>('SELECT save_edition_draft($1, $2, $3, $4, $5, $6, $7) AS id', [
    draft.source,
    draft.basedOn,
    inBase64(draft.files),
    storableJson(draft.problems),
    draft.actor,
    draft.now,
    JSON.stringify(draft.leftOut.map(storable)),
  ]);
  if (!rows[0]) throw new Error('save_edition_draft() returned nothing');
  return rows[0].id;
};

/** Deletes a draft that was not published, with an entry in the audit log. @returns false if there is none */
export const deleteDraft = async (
  pool: pg.Pool,
  id: number,
  { actor, reason }: Organiser,
  now: Date,
): Promise<boolean> => {
  const { rows } = await pool.query<{ done: boolean }>('SELECT delete_edition_draft($1, $2, $3, $4) AS done', [
    id,
    actor,
    reason,
    now,
  ]);
  return rows[0]?.done ?? false;
};

/**
 * Publishes an edition with the database role of the pool.
 * @returns the outcome, or the reason why the database refuses it
 */
export const publishEdition = async (
  pool: pg.Pool,
  wanted: WantedEdition,
  options: ImportOptions,
): Promise<ImportOutcome | ImportRefusedError> => {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const outcome = await importEdition(client, wanted, options);
    isUsable = true;
    return outcome;
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    isUsable = true;
    return error;
  } finally {
    client.release(!isUsable);
  }
};
