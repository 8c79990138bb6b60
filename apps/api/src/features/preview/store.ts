import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesFrom } from '@laurel/database/editions';
import type { Queryable } from '@laurel/database/queryable';

/** A draft that has an address, without its files. */
export type PreviewedDraft = {
  id: number;
  endsAt: Date;
  /** Names the content of its files. */
  content: string;
  /** Whether it was stored with problems, and so without files. */
  hasProblems: boolean;
};

/** The draft that has this address now, by the time of the database. */
export const findPreviewed = async (db: Queryable, hash: Buffer): Promise<PreviewedDraft | undefined> =>
  (
    await db.query<PreviewedDraft>(
      `SELECT id, preview_ends_at AS "endsAt", encode(sha256(convert_to(manifest::text, 'UTF8')), 'hex') AS content, problems <> '[]' AS "hasProblems"
         FROM edition_drafts WHERE preview_hash = $1 AND preview_ends_at > now()`,
      [hash],
    )
  ).rows[0];

/** The files of a draft; undefined if it was deleted. */
export const readDraftFiles = async (db: Queryable, id: number): Promise<ReadonlyMap<string, Buffer> | undefined> => {
  const { rows } = await db.query<{ files: Record<string, string> }>(
    'SELECT edition_contents(manifest) AS files FROM edition_drafts WHERE id = $1',
    [id],
  );
  return rows[0] && filesFrom(rows[0].files);
};

/** Until when a draft has an address, by the time of the database; undefined if there is no such draft. */
export const readPreviewEnd = async (db: Queryable, id: number): Promise<{ endsAt: Date | null } | undefined> =>
  (
    await db.query<{ endsAt: Date | null }>(
      `SELECT CASE WHEN preview_ends_at > now() THEN preview_ends_at END AS "endsAt" FROM edition_drafts WHERE id = $1`,
      [id],
    )
  ).rows[0];

type NewAddress = { id: number; hash: Buffer; days: number; actor: string; now: Date };

/** Gives a draft an address in place of an earlier one, with an entry in the audit log. @returns its end, or null without a draft */
export const storeAddress = async (db: Queryable, { id, hash, days, actor, now }: NewAddress): Promise<Date | null> => {
  const { rows } = await db.query<{ endsAt: Date | null }>(
    'SELECT preview_edition_draft($1, $2, $3, $4, $5) AS "endsAt"',
    [id, hash, days, actor, now],
  );
  return rows[0]?.endsAt ?? null;
};

/** Ends the preview of a draft, with an entry in the audit log. @returns false if it has none */
export const endAddress = async (db: Queryable, id: number, actor: string, now: Date): Promise<boolean> =>
  (await db.query<{ done: boolean }>('SELECT end_draft_preview($1, $2, $3) AS done', [id, actor, now])).rows[0]?.done ??
  false;

/** The page of the preview in the built web app. */
export const readBuiltPreview = (webDir: string): Promise<string> =>
  readFile(join(webDir, 'preview/preview.html'), 'utf8');
