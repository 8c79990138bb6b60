import {
  type ChangedDraft,
  changedFiles,
  type DraftChange,
  nominationsIn,
  type PictureChange,
  type PictureOutcome,
  type TableChange,
  type TableOutcome,
} from '@laurel/catalog/change-draft';
import type { EditConflict } from '@laurel/catalog/edit-edition';
import { ARCHIVE_LIMITS } from '@laurel/catalog/edition-archive';
import { nomineePath } from '@laurel/catalog/nominee-keys';
import type { PictureMatches } from '@laurel/catalog/pictures/match-pictures';
import { nomineeTable, nomineeTemplate, type TableFormat } from '@laurel/catalog/tables/template';
import type { EditionEdit } from '@laurel/contracts/console/calls/editor';
import type { Language } from '@laurel/contracts/languages';
import type pg from 'pg';
import type { DraftReader } from '../../adapters/edition-reader/port.ts';
import { AppError } from '../../app-error.ts';
import { createPool } from '../../concurrency/pool.ts';
import { ownersIn, yearOf } from './editor.policy.ts';
import {
  type Editors,
  editDraft,
  nameDraft,
  noteEditor,
  readEditedDraft,
  readNewest,
  readPublished,
} from './editor.store.ts';
import { refusalOf } from './refusals.policy.ts';

type Deps = {
  /** The connections of the console's role. */
  pool: pg.Pool;
  reader: DraftReader;
  now(): Date;
};

/** Who edits, and the field in which they are. */
type At = { actor: string; field: string | null };
type State = { revision: number; editors: Editors };
type Opened = { id: number; revision: number; draft: ChangedDraft };

export type Editor = {
  /** @throws AppError console.not_found if there is no such draft, or nothing to edit in it */
  read(id: number): Promise<
    State &
      Pick<ChangedDraft, 'fields' | 'problems' | 'warnings'> & {
        name: string | null;
        publishedAs: number | null;
        published: string[];
      }
  >;
  /** What the newest version of the draft's year says. @throws AppError as `read` */
  live(id: number): Promise<ChangedDraft['fields']>;
  /** Makes edits, and notes where the person is. @throws AppError as `read`, console.changed if the draft was published */
  edit(id: number, edits: readonly EditionEdit[], at: At): Promise<State & { conflicts: readonly EditConflict[] }>;
  /** @throws AppError as `edit`; console.changed, too, if the nominee is gone */
  setPicture(id: number, change: Omit<PictureChange, 'kind'>, at: At): Promise<State & { picture: PictureOutcome }>;
  /** @throws AppError as `edit` */
  useTable(id: number, change: Omit<TableChange, 'kind'>, at: At): Promise<State & { table: TableOutcome }>;
  /** The nominees, by their paths, to whom files belong by their names; only those within a path. @throws AppError as `read` */
  match(id: number, names: readonly string[], within: string | null): Promise<PictureMatches>;
  /** @throws AppError as `read` */
  table(id: number, content: 'nominees' | 'template', format: TableFormat, language: Language): Promise<Buffer>;
  /** A logo or a picture, by its path. @throws AppError console.not_found */
  picture(id: number, path: string): Promise<Buffer>;
  /** @throws AppError console.not_found */
  name(id: number, name: string | null, actor: string): Promise<void>;
};

/** So often a change is made again that somebody else's came before. */
const ATTEMPTS = 5;

/** Creates the service with which people edit drafts. Fields are compared with what a person saw, so that nobody's change is lost. */
export const createEditor = ({ pool, reader, now }: Deps): Editor => {
  // Each change takes a multiple of the draft's size.
  const inTurn = createPool({ atOnce: 1, maxWaiting: 50 });
  /** The draft that was read last, as it was at its revision. */
  let last: Opened | undefined;

  const changed = async (files: ReadonlyMap<string, Buffer>, change: DraftChange): Promise<ChangedDraft> => {
    const answer = await reader.changeDraft(files, change);
    if ('refused' in answer) throw refusalOf(answer.refused);
    return answer.draft;
  };

  const open = async (id: number) => {
    const known = last?.id === id ? last : undefined;
    const row = await readEditedDraft(pool, id, known?.revision ?? 0);
    if (!row) throw new AppError('console.not_found');
    const { files, ...head } = row;
    const { revision } = head;
    if (files?.size === 0) throw new AppError('console.not_found');
    const draft = files ? await changed(files, { kind: 'edits', edits: [] }) : known?.draft;
    if (!draft) throw new AppError('console.changed');
    last = { id, revision, draft };
    return { draft, ...head };
  };

  const note = async (id: number, at: At): Promise<State> => {
    const noted = await noteEditor(pool, id, { ...at, now: now() });
    if (!noted) throw new AppError('console.not_found');
    return noted;
  };

  /** Makes a change in the newest revision of a draft. */
  const make = (id: number, change: DraftChange, actor: string): Promise<ChangedDraft> =>
    inTurn(async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { draft: before, revision, publishedAs } = await open(id);
        if (publishedAs !== null) break;
        const draft = await changed(before.files, change);
        const { changed: written, removed } = changedFiles(before.files, draft.files);
        if (written.size + removed.length === 0) return draft;
        const size = [...draft.files.values()].reduce((sum, { length }) => sum + length, 0);
        if (size > ARCHIVE_LIMITS.unpacked) throw refusalOf({ rule: 'unpacked', entry: '' });
        const { problems } = draft;
        const stored = { id, revision, changed: written, removed, problems, actor, now: now() };
        const next = await editDraft(pool, stored);
        if (next === null) continue;
        last = { id, revision: next, draft };
        return draft;
      }
      throw new AppError('console.changed');
    });

  const opened = async (id: number) => (await inTurn(() => open(id))).draft;

  return {
    read: async (id) => {
      const { draft, ...row } = await inTurn(() => open(id));
      const { fields, problems, warnings } = draft;
      const year = yearOf(fields.edition);
      const nominees = year === undefined ? [] : await readPublished(pool, year);
      return { ...row, fields, problems, warnings, published: nominees.map(nomineePath) };
    },
    live: async (id) => {
      const year = yearOf((await opened(id)).fields.edition);
      const newest = year === undefined ? undefined : await readNewest(pool, year);
      const fields = newest && (await inTurn(() => changed(newest.files, { kind: 'edits', edits: [] }))).fields;
      // Of a year without an edition, the database gives the current one.
      return fields && yearOf(fields.edition) === year ? fields : { edition: null, nominations: [] };
    },
    edit: async (id, edits, at) => {
      const { conflicts } = edits.length === 0 ? { conflicts: [] } : await make(id, { kind: 'edits', edits }, at.actor);
      return { ...(await note(id, at)), conflicts };
    },
    setPicture: async (id, change, at) => {
      const { picture } = await make(id, { kind: 'picture', ...change }, at.actor);
      if (!picture) throw new AppError('console.changed');
      return { ...(await note(id, at)), picture };
    },
    useTable: async (id, change, at) => {
      const { table } = await make(id, { kind: 'table', ...change }, at.actor);
      if (!table) throw new Error('a change with a table has no outcome');
      return { ...(await note(id, at)), table };
    },
    match: async (id, names, within) => {
      const answer = await reader.matchPictures(names, ownersIn((await opened(id)).fields.nominations, within));
      if ('refused' in answer) throw refusalOf(answer.refused);
      return answer.matched;
    },
    table: async (id, content, format, language) => {
      const { nominations } = (await opened(id)).fields;
      return content === 'nominees'
        ? nomineeTable(format, language, nominations)
        : nomineeTemplate(format, language, { nominations: nominationsIn(nominations) });
    },
    picture: async (id, path) => {
      const content = (await opened(id)).files.get(path);
      if (!content) throw new AppError('console.not_found');
      return content;
    },
    name: async (id, name, actor) => {
      if (!(await nameDraft(pool, id, { name, actor, now: now() }))) throw new AppError('console.not_found');
    },
  };
};
