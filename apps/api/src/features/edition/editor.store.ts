import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import { filesFrom, inBase64, readEdition, type StoredEdition } from '@laurel/database/editions';
import { inYear } from '@laurel/database/in-year';
import { type NomineeRow, readNominees } from '@laurel/database/nominees';
import type pg from 'pg';
import { storableJson } from './publishing.store.ts';

/** Who edits a draft, since when, and in which field. */
export type Editors = Readonly<Record<string, { at: string; field: string | null }>>;

/** A draft as it is edited. `files` is null if it still has the revision that the caller knows. */
export type EditedDraft = {
  revision: number;
  name: string | null;
  publishedAs: number | null;
  editors: Editors;
  files: ReadonlyMap<string, Buffer> | null;
};

/** @param known the revision that the caller knows */
export const readEditedDraft = async (pool: pg.Pool, id: number, known: number): Promise<EditedDraft | undefined> => {
  const { rows } = await pool.query<Omit<EditedDraft, 'files'> & { files: Record<string, string> | null }>(
    `SELECT revision, name, published_as AS "publishedAs", editors,
            CASE WHEN revision <> $2 THEN edition_contents(manifest) END AS files
       FROM edition_drafts WHERE id = $1`,
    [id, known],
  );
  const [row] = rows;
  return row && { ...row, files: row.files && filesFrom(row.files) };
};

type Change = {
  id: number;
  /** The revision that was changed. */
  revision: number;
  changed: ReadonlyMap<string, Buffer>;
  removed: readonly string[];
  problems: readonly EditionProblem[];
  actor: string;
  now: Date;
};

/** Stores a change of a draft. @returns its new revision; null if it was changed meanwhile, published or deleted */
export const editDraft = async (pool: pg.Pool, change: Change): Promise<number | null> => {
  const { id, revision, changed, removed, problems, actor, now } = change;
  const { rows } = await pool.query<{ revision: number | null }>(
    'SELECT edit_edition_draft($1, $2, $3, $4, $5, $6, $7) AS revision',
    [id, revision, inBase64(changed), removed, storableJson(problems), actor, now],
  );
  return rows[0]?.revision ?? null;
};

/** Stores a draft that was merged with a newer version. @returns as `editDraft` */
export const mergeDraft = async (pool: pg.Pool, basedOn: number, change: Change): Promise<number | null> => {
  const { id, revision, changed, removed, problems, actor, now } = change;
  const { rows } = await pool.query<{ revision: number | null }>(
    'SELECT merge_edition_draft($1, $2, $3, $4, $5, $6, $7, $8) AS revision',
    [id, revision, basedOn, inBase64(changed), removed, storableJson(problems), actor, now],
  );
  return rows[0]?.revision ?? null;
};

/** Notes that a person edits a draft. @returns undefined if there is no such draft */
export const noteEditor = async (
  pool: pg.Pool,
  id: number,
  { actor, field, now }: { actor: string; field: string | null; now: Date },
): Promise<{ revision: number; editors: Editors } | undefined> =>
  (
    await pool.query<{ noted: { revision: number; editors: Editors } | null }>(
      'SELECT note_draft_editor($1, $2, $3, $4) AS noted',
      [id, actor, field, now],
    )
  ).rows[0]?.noted ?? undefined;

/** Names a draft. @returns false if there is no such draft */
export const nameDraft = async (
  pool: pg.Pool,
  id: number,
  { name, actor, now }: { name: string | null; actor: string; now: Date },
): Promise<boolean> => {
  const { rows } = await pool.query<{ done: boolean }>('SELECT name_edition_draft($1, $2, $3, $4) AS done', [
    id,
    name,
    actor,
    now,
  ]);
  return rows[0]?.done ?? false;
};

/** The nominees of a year's edition that can be voted for. */
export const readPublished = (pool: pg.Pool, year: number): Promise<readonly NomineeRow[]> =>
  inYear(pool, year, (db) => readNominees(db));

/** The newest version of a year's edition. */
export const readNewest = (pool: pg.Pool, year: number): Promise<StoredEdition | undefined> =>
  inYear(pool, year, (db) => readEdition(db));
