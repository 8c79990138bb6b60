import { z } from 'zod';
import { success } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import { type ConsoleCall, rowIdSchema } from '../call.ts';
import { lineField } from '../texts.ts';
import { problemSchema, UPLOAD_MAX_BYTES } from './edition.ts';

/** The maximum number of edits that one call makes. */
export const EDITS_MAX = 500;

/** The fields of a nominee that a column of a table can hold. `name` and `desc` without a language are for all languages. */
export const TABLE_FIELDS = [
  'nomination',
  'category',
  'name',
  'name_en',
  'name_uk',
  'desc',
  'desc_en',
  'desc_uk',
  'link',
  'logo',
  'picture',
  'video',
] as const;
export type TableField = (typeof TABLE_FIELDS)[number];

/** The content types of tables: a workbook, CSV, and a block that was pasted from a spreadsheet. */
export const TABLE_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/tab-separated-values',
] as const;

export const PICTURE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/svg+xml',
  'image/heic',
  'image/heif',
  'application/octet-stream',
] as const;

/** A field, like `texts.hero.title.en` or `nominations.best-podcast.categories.news.companies.night-radio.desc.uk`. */
const field = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/);
const value = z.json();
/** A value of a field, as YAML and JSON have it. Null: the field is missing. */
export type FieldValue = z.output<typeof value>;
const place = z.number().int().min(0).max(10_000);

/**
 * A change of a field, or of the place of an item of a list: a nomination, a category or a nominee. Fields and items are named by
 * tags, as in `compareEditions` of the catalog, and fields of items without a tag by their place: `sponsors.0.name`.
 */
export const editSchema = z.discriminatedUnion('kind', [
  /** Sets a field that still has the value of before. */
  z.object({ kind: z.literal('set'), field, before: value, after: value }),
  /** Adds an item with a `tag` to a list at a place, 0 for the first. */
  z.object({ kind: z.literal('add'), list: field, item: z.record(z.string(), value), at: place }),
  z.object({ kind: z.literal('remove'), item: field }),
  /** Moves an item to a place of a list: its own, or that of another category. */
  z.object({ kind: z.literal('move'), item: field, list: field, at: place }),
]);
export type EditionEdit = z.output<typeof editSchema>;

/** Somebody who has edited the draft in the last minute, and the field in which they are. */
const editor = z.object({ name: z.string(), field: z.string().nullable(), own: z.boolean() });

const state = {
  /** Grows with each change of the draft. */
  revision: z.number().int(),
  editors: z.array(editor),
};

/** What a draft says, valid or not. */
export const draftFieldsSchema = z.object({
  ...state,
  id: z.number().int(),
  name: z.string().nullable(),
  publishedAs: z.number().int().nullable(),
  /** The content of edition.yaml. Null if it can't be read. */
  edition: value,
  /** The nominations in their order, as their files have them. */
  nominations: z.array(value),
  problems: z.array(problemSchema),
  problemsTotal: z.number().int(),
  warnings: z.array(problemSchema),
  /** The paths of the nominees that have been published: their tags are kept. */
  published: z.array(z.string()),
});
export type DraftFields = z.output<typeof draftFieldsSchema>;

const byId = z.object({ id: rowIdSchema });
const EDIT_FAILURES = ['console.not_found', 'console.changed', 'console.upload_refused'] as const;

export const readFields = {
  method: 'GET',
  path: '/edition/drafts/:id/fields',
  summary: 'The fields of a draft, with its problems',
  audience: 'edition.read',
  params: byId,
  reply: draftFieldsSchema,
  failures: ['console.not_found', 'console.upload_refused'],
} as const satisfies ConsoleCall;

export const readLiveFields = {
  method: 'GET',
  path: '/edition/drafts/:id/live',
  summary: 'What the newest version of the year of a draft says; nothing before there is one',
  audience: 'edition.read',
  params: byId,
  reply: z.object({ edition: value, nominations: z.array(value) }),
  failures: ['console.not_found', 'console.upload_refused'],
} as const satisfies ConsoleCall;

export const editDraft = {
  method: 'POST',
  path: '/edition/drafts/:id/edit',
  summary: 'Change fields of a draft, or only say which field this person is in; answers who else edits it',
  audience: 'edition.draft',
  params: byId,
  body: z.object({
    edits: z.array(editSchema).max(EDITS_MAX),
    /** The field that the person is in, or null. */
    at: field.nullable(),
  }),
  reply: success(
    z.object({
      ...state,
      /** The edits that were not made, because somebody else changed the field meanwhile, with what is there now. */
      conflicts: z.array(z.object({ edit: z.number().int(), current: value })),
    }),
  ),
  failures: EDIT_FAILURES,
} as const satisfies ConsoleCall;

export const nameDraft = {
  method: 'POST',
  path: '/edition/drafts/:id/name',
  summary: 'Name a draft; an empty name removes it',
  audience: 'edition.draft',
  params: byId,
  body: z.object({ name: lineField().max(80) }),
  reply: success(z.object({ name: z.string().nullable() })),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const uploadPicture = {
  method: 'POST',
  path: '/edition/drafts/:id/pictures',
  summary: 'Set the logo or the picture of a nominee, or the logo of a sponsor: the file is prepared for the page',
  audience: 'edition.draft',
  params: byId,
  query: z.object({
    /** The nominee, like `nominations.best-podcast.categories.news.companies.night-radio`, a sponsor, like `sponsors.0`, or `look`. */
    nominee: field,
    use: z.enum(['logo', 'picture']),
    /** The name of the file. */
    name: z.string().min(1).max(255),
  }),
  upload: { types: PICTURE_TYPES, maxBytes: UPLOAD_MAX_BYTES },
  created: true,
  reply: success(
    z.object({
      ...state,
      /** Its name in the draft. Null if the file can't be used. */
      file: z.string().nullable(),
      /** Why it can't be used, or what to look at. */
      notes: z.array(problemSchema.pick({ rule: true, params: true, message: true })),
    }),
  ),
  failures: EDIT_FAILURES,
} as const satisfies ConsoleCall;

export const matchPictures = {
  method: 'POST',
  path: '/edition/drafts/:id/pictures/match',
  summary: 'Which nominee each picture belongs to, by the names of the files. Changes nothing',
  audience: 'edition.draft',
  params: byId,
  body: z.object({
    files: z.array(z.string().min(1).max(255)).min(1).max(300),
    /** Only nominees of this nomination or category. */
    within: field.nullable(),
  }),
  reply: success(
    z.object({
      matches: z.array(z.object({ file: z.string(), nominee: z.string(), score: z.number() })),
      /** Files that could belong to several nominees. */
      ambiguous: z.array(z.object({ file: z.string(), nominees: z.array(z.string()) })),
      filesLeft: z.array(z.string()),
      nomineesLeft: z.array(z.string()),
    }),
  ),
  failures: ['console.not_found', 'console.upload_refused'],
} as const satisfies ConsoleCall;

export const uploadTable = {
  method: 'POST',
  path: '/edition/drafts/:id/table',
  summary: 'Read nominees from a spreadsheet: first what its columns seem to hold, then, with `apply`, into the draft',
  audience: 'edition.draft',
  params: byId,
  query: z.object({
    /** The name of the file. */
    name: z.string().min(1).max(255),
    /** The field of each column, separated by commas, an empty one for a column that is left out. Without it, they are guessed. */
    columns: z
      .string()
      .max(2000)
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(['', ...TABLE_FIELDS])))
      .optional(),
    /** A nomination or a category, for rows that name none, like `nominations.best-podcast.categories.news`. */
    within: field.optional(),
    apply: z.enum(['true', 'false']).default('false'),
  }),
  upload: { types: TABLE_TYPES, maxBytes: UPLOAD_MAX_BYTES },
  created: true,
  reply: success(
    z.object({
      ...state,
      header: z.array(z.string()),
      /** The first rows. */
      sample: z.array(z.array(z.string())),
      columns: z.array(z.enum(TABLE_FIELDS).nullable()),
      rows: z.number().int(),
      added: z.number().int(),
      changed: z.number().int(),
      /** Nominations and categories that the table names and the draft does not have: they are made. */
      places: z.array(z.string()),
      /** Logos and pictures that the table names and the draft does not have yet. */
      wanted: z.array(z.object({ nominee: z.string(), file: z.string() })),
      /** By line and column. Rows with problems are left out. */
      problems: z.array(problemSchema),
      applied: z.boolean(),
    }),
  ),
  failures: EDIT_FAILURES,
} as const satisfies ConsoleCall;

export const downloadTable = {
  method: 'GET',
  path: '/edition/drafts/:id/table',
  summary: 'The nominees of a draft as a table, or a table to fill in',
  audience: 'edition.read',
  params: byId,
  query: z.object({
    content: z.enum(['nominees', 'template']),
    format: z.enum(['xlsx', 'csv']),
    language: z.enum(LANGUAGES),
  }),
  download: 'application/octet-stream',
  reply: z.string(),
  failures: ['console.not_found', 'console.upload_refused'],
} as const satisfies ConsoleCall;

export const readPicture = {
  method: 'GET',
  path: '/edition/drafts/:id/pictures/:folder/:file',
  summary: 'A logo or a picture of a draft',
  audience: 'edition.read',
  params: byId.extend({ folder: z.enum(['logos', 'pictures']), file: z.string().max(200) }),
  download: 'image/*',
  reply: z.string(),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
