import { isDeepStrictEqual } from 'node:util';
import type { EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import type { EditionChange } from './compare-editions.ts';
import { type EditConflict, editEdition, readFields } from './edit-edition.ts';
import { filesOf, recorded } from './edition-files.ts';
import { itemsIn, textIn, textsIn } from './field-values.ts';
import { inspectEdition } from './load-edition.ts';
import { freeName, type MergeChange, mergeFiles, PICTURES } from './merge-files.ts';
import { mergeNominees } from './merge-nominees.ts';

import { nomineePath } from './nominee-keys.ts';
import type { CsvProblem } from './nominees-csv.ts';
import { type PictureUse, preparePicture } from './pictures/prepare-picture.ts';
import type { Problem, Violation } from './problem.ts';
import { type ColumnMapping, guessColumns } from './tables/guess-columns.ts';
import { missingPlaces } from './tables/missing-places.ts';
import type { KnownNominees } from './tables/nominee-tags.ts';
import { nomineesFrom } from './tables/nominees-from.ts';
import { readTable } from './tables/read-table.ts';
import type { IsDrawable } from './warnings.ts';

type Files = ReadonlyMap<string, Buffer>;

/** A table of nominees for a draft. Without `apply`, the draft stays as it is. */
export type TableChange = {
  readonly kind: 'table';
  readonly content: Buffer;
  /** The name of the file. */
  readonly name: string;
  /** What each column holds; by default it is guessed. */
  readonly columns?: ColumnMapping | undefined;
  /** The nomination, or the category, of rows that name none, like `nominations.best-podcast.categories.news`. */
  readonly within?: string | undefined;
  readonly apply: boolean;
};

/** A picture for a nominee, like `nominations.best-podcast.categories.news.companies.night-radio`. */
export type PictureChange = {
  readonly kind: 'picture';
  readonly nominee: string;
  readonly use: PictureUse;
  readonly content: Buffer;
  readonly name: string;
};

/** A change of a draft. No edits: it is only read. */
export type DraftChange =
  | { readonly kind: 'edits'; readonly edits: readonly EditionEdit[] }
  | TableChange
  | PictureChange
  | MergeChange;

/** What a table holds, and what it changes. */
export interface TableOutcome {
  readonly header: readonly string[];
  /** The first rows. */
  readonly sample: readonly (readonly string[])[];
  readonly columns: ColumnMapping;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  /** The titles of nominations and categories that it makes. */
  readonly places: readonly string[];
  /** Pictures that it names and the draft does not have. */
  readonly wanted: readonly { readonly nominee: string; readonly file: string }[];
  readonly problems: readonly CsvProblem[];
  readonly applied: boolean;
}

/** The file that a picture became, or why it can't be used. */
export interface PictureOutcome {
  readonly file: string | null;
  readonly notes: readonly Violation[];
}

/** A draft after a change: its files, what they say, and what is wrong with them. */
export interface ChangedDraft {
  readonly files: Files;
  readonly fields: { readonly edition: FieldValue; readonly nominations: FieldValue[] };
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly conflicts: readonly EditConflict[];
  readonly table?: TableOutcome | undefined;
  readonly picture?: PictureOutcome | undefined;
  /** The fields that both folders changed, before with the value of this one, after with that of the other. */
  readonly differing?: readonly EditionChange[] | undefined;
}

type Made = Pick<ChangedDraft, 'files'> & Partial<Pick<ChangedDraft, 'conflicts' | 'table' | 'picture' | 'differing'>>;

/** The rows of a table that are shown before it is used. */
const SAMPLE = 5;

/** The nominations, categories and nominees of a draft, valid or not. */
export const nominationsIn = (nominations: readonly FieldValue[]): KnownNominees['nominations'] =>
  itemsIn(nominations).map(({ tag, title, categories }) => ({
    tag: textIn(tag),
    title: textsIn(title),
    categories: itemsIn(categories).map((category) => ({
      tag: textIn(category.tag),
      name: textsIn(category.name),
      companies: itemsIn(category.companies).map((company) => ({
        tag: textIn(company.tag),
        name: textsIn(company.name),
      })),
    })),
  }));

const knownIn = (files: Files): KnownNominees => ({
  files: [...files.keys()],
  nominations: nominationsIn(readFields(files).nominations),
});

const FOLDER = 'nominations/';

/** A table in the draft's files, with what it changed. */
const withTable = async (files: Files, change: TableChange): Promise<Made> => {
  const read = await readTable(change.content, change.name);
  if ('problems' in read) {
    const nothing = { header: [], sample: [], columns: [], rows: 0, added: 0, changed: 0, places: [], wanted: [] };
    return { files, table: { ...nothing, problems: read.problems, applied: false } };
  }
  const { table } = read;
  const columns = change.columns ?? guessColumns(table.header, table.rows);
  const { edits, titles } = missingPlaces(table, columns, knownIn(files));
  const placed = editEdition(files, edits).files;
  const [, nomination, , category] = change.within?.split('.') ?? [];
  const found = nomineesFrom(table, columns, knownIn(placed), { nomination, category });
  const sources = [...placed].filter(([file]) => file.startsWith(FOLDER));
  const merged = await mergeNominees(
    new Map(sources.map(([file, content]) => [file.slice(FOLDER.length), content.toString()])),
    found.rows,
  );
  const problems = [...found.problems, ...merged.problems];
  const applied = change.apply && found.rows.length > 0;
  const written = [...merged.files].map(([file, text]) => [`${FOLDER}${file}`, Buffer.from(text)] as const);
  return {
    files: applied ? new Map([...placed, ...written]) : files,
    table: {
      header: table.header,
      sample: table.rows.slice(0, SAMPLE),
      columns,
      rows: table.rows.length,
      added: found.rows.filter(({ isNew }) => isNew).length,
      changed: found.rows.filter(({ isNew }) => !isNew).length,
      places: titles,
      wanted: found.rows.flatMap((row) =>
        Object.values(row.wanted).map((file) => ({
          nominee: nomineePath({ ...row.cells, company: row.cells.tag }),
          file,
        })),
      ),
      problems,
      applied,
    },
  };
};

/** A picture in the draft's files, as the nominee's. */
const withPicture = async (files: Files, { nominee, use, content, name }: PictureChange): Promise<Made> => {
  const prepared = await preparePicture(content, name, use);
  if ('refused' in prepared) return { files, picture: { file: null, notes: [prepared.refused] } };
  const { picture } = prepared;
  const folder = use === 'logo' ? 'logos' : 'pictures';
  const file = freeName(files, folder, picture.file, picture.body);
  const field = `${nominee}.${use === 'logo' ? 'logo' : 'picture.file'}`;
  const withFile = new Map([...files, [`${folder}/${file}`, picture.body]]);
  // The last picture that somebody chooses stays: the file of before is not compared.
  const set = (before: FieldValue) => editEdition(withFile, [{ kind: 'set', field, before, after: file }]);
  const first = set(null);
  const [stood] = first.conflicts;
  const { files: changed, conflicts } = stood ? set(stood.current) : first;
  return conflicts.length > 0 ? { files, conflicts } : { files: changed, picture: { file, notes: picture.warnings } };
};

const make = async (files: Files, change: DraftChange): Promise<Made> => {
  if (change.kind === 'table') return withTable(files, change);
  if (change.kind === 'picture') return withPicture(files, change);
  if (change.kind === 'merge') return mergeFiles(files, change);
  return editEdition(files, change.edits);
};

const isPicture = (file: string): boolean => PICTURES.some((folder) => file.startsWith(`${folder}/`));

/**
 * Changes the files of a draft, which may have problems before and after. Pictures that no nominee has any more are left out once
 * there are no problems: a file that can't be read may name them.
 */
export const changeDraft = async (
  files: Files,
  change: DraftChange,
  isDrawable: IsDrawable = () => true,
): Promise<ChangedDraft> => {
  const made = await make(files, change);
  const read = recorded(filesOf(made.files));
  const { problems, warnings } = await inspectEdition(read, { isDrawable });
  const kept =
    problems.length > 0
      ? made.files
      : new Map([...made.files].filter(([file]) => !isPicture(file) || read.contents.has(file)));
  return { conflicts: [], ...made, files: kept, fields: readFields(kept), problems, warnings };
};

/** The files that a change has made or changed, and the names of those that are gone. */
export const changedFiles = (before: Files, after: Files): { changed: Files; removed: string[] } => ({
  changed: new Map([...after].filter(([file, content]) => !isDeepStrictEqual(before.get(file), content))),
  removed: [...before.keys()].filter((file) => !after.has(file)),
});
