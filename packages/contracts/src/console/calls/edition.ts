import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { type ConsoleCall, reasonSchema, rowIdSchema, step } from '../call.ts';

/** The most bytes of an upload. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;

/** The reasons for which an archive is rejected. A table can be `heavy`, too. */
export const ARCHIVE_RULES = [
  'not_zip',
  'damaged',
  'no_edition',
  'entries',
  'unpacked',
  'ratio',
  'name',
  'absolute',
  'climbs_out',
  'link',
  'encrypted',
  'method',
  'nested',
  'twice',
  /** It could not be read within the limits of time and memory. */
  'heavy',
] as const;

/** The maximum number of problems, and of changes, that a response lists; `…Total` counts all of them. */
export const LISTED_MAX = 500;

const time = z.iso.datetime();
const nominee = z.object({ nomination: z.string(), niche: z.string(), company: z.string() });
const times = z.object({ opensAt: time.nullable(), closesAt: time.nullable() });
const publisher = {
  id: z.number().int(),
  publishedAt: time,
  /** Null if an older release did not store it. */
  publishedBy: z.string().nullable(),
  reason: z.string().nullable(),
};

/** A changed value: its field, like `texts.hero.title.en`, before and after. */
const change = z.object({ field: z.string(), before: z.string(), after: z.string() });

/** What publishing would change. */
export const differenceSchema = z.object({
  /** The year of the edition. A copy of the release before, which may answer during an upgrade, does not send it. */
  year: z.number().int().nullable().default(null),
  /**
   * The newest version of this year, with which it is compared; null if there is none. Publishing names it, so that nobody publishes
   * over what they have not seen.
   */
  live: z.number().int().nullable(),
  added: z.array(nominee),
  restored: z.array(nominee),
  /** Nominees that can no longer be voted for. Their votes stay; `votes` is null while it is hidden from the staff. */
  withdrawn: z.array(nominee.extend({ votes: z.number().int().nullable() })),
  times: z.object({ before: times, after: times }).nullable(),
  changes: z.array(change),
  changesTotal: z.number().int(),
  /**
   * The changes to which a second person must agree: what a vote means, how it is shown or counted, and the times. A copy of the
   * release before, which may answer during an upgrade, does not send them.
   */
  guarded: z.array(change).default([]),
  /** Whether there are such changes. */
  needsSecondPerson: z.boolean(),
});
export type EditionDifference = z.output<typeof differenceSchema>;

export const problemSchema = z.object({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  /** Like `categories[0].companies[2].logo`, or a column of a table; empty for the whole file or line. */
  field: z.string(),
  message: z.string(),
  /**
   * The rule's name in EDITION_RULES, and its values. A draft that an earlier release stored has neither; one of a later release
   * may have another name.
   */
  rule: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type EditionProblem = z.output<typeof problemSchema>;

export const DRAFT_SOURCES = ['zip', 'csv'] as const;
const draftSummary = z.object({
  id: z.number().int(),
  name: z.string().nullable().default(null),
  /** Whether it can be edited in the console: an upload that could not be read has nothing to edit. */
  editable: z.boolean().default(false),
  /** That of its edition.yaml. A copy of the release before does not send it. */
  year: z.number().int().nullish(),
  source: z.enum(DRAFT_SOURCES),
  uploadedAt: time,
  uploadedBy: z.string(),
  problemsTotal: z.number().int(),
  publishedAs: z.number().int().nullable(),
  /** A table that was added to an edition which is not live any more: publishing it would undo what was published since. */
  outdated: z.boolean().default(false),
  /** Who proposed it to a second person, while that is valid. */
  proposedBy: z.string().nullable().default(null),
});

export const draftSchema = draftSummary.omit({ proposedBy: true }).extend({
  problems: z.array(problemSchema),
  /** What to look at although it is no problem. A copy of the release before, which may answer during an upgrade, sends none. */
  warnings: z.array(problemSchema).default([]),
  /** Null for a draft with problems. */
  difference: differenceSchema.nullable(),
  /** An earlier draft with the same files that was not published. A copy of the release before does not send it. */
  sameAs: z.number().int().nullable().default(null),
  /**
   * The older version that the draft was made from, and the fields that both it and later versions changed: before with the value that
   * is live, after with the draft's. Such a draft is merged before it is published. A copy of the release before does not send it.
   */
  older: z
    .object({ version: z.number().int(), conflicts: z.array(change).default([]) })
    .nullable()
    .default(null),
  /** In the answer to an upload: the older version that its file was made from, if its changes were brought into what is live. */
  merged: z.number().int().nullable().default(null),
  /** A proposal for the guarded changes of the difference: another person can agree to it by publishing the draft. */
  proposal: z
    .object({
      by: z.string(),
      reason: z.string(),
      /** Until when it is valid. */
      expiresAt: time,
      /** Whether the signed-in person made it. */
      own: z.boolean(),
    })
    .nullable()
    .default(null),
});
export type EditionDraft = z.output<typeof draftSchema>;

const published = success(
  z.object({
    id: z.number().int(),
    /** False if it was live already. */
    changed: z.boolean(),
    added: z.number().int(),
    withdrawn: z.number().int(),
    restored: z.number().int(),
  }),
);

const publishBody = z.object({
  reason: reasonSchema,
  /** Also withdraw nominees that have votes. */
  withdraw: z.boolean(),
  /** `live` of the difference on which the person decided. */
  expected: z.int32(),
});
const byId = z.object({ id: rowIdSchema });
const PUBLISH = [
  'console.not_found',
  'console.changed',
  'console.votes_withdrawn',
  'console.other_year',
  'console.times_refused',
  'console.second_person',
] as const;

export const readEdition = {
  method: 'GET',
  path: '/edition/live',
  summary: 'The edition that is live, its versions and the newest drafts',
  audience: 'edition.read',
  query: z.object({
    /** The last version of the page before. */
    after: rowIdSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    live: z.object({
      ...publisher,
      year: z.number().int(),
      nominations: z.number().int(),
      categories: z.number().int(),
      nominees: z.number().int(),
      images: z.number().int(),
      approvals: z.number().int(),
    }),
    /** Newest first. */
    versions: z.array(z.object({ ...publisher, live: z.boolean() })),
    hasMore: z.boolean(),
    drafts: z.array(draftSummary),
  }),
} as const satisfies ConsoleCall;

export const uploadDraft = {
  method: 'POST',
  path: '/edition/drafts',
  summary:
    'Upload a folder as a zip, or nominees as CSV: a draft with its problems or its difference. Publishes nothing',
  audience: 'edition.draft',
  upload: { types: ['application/zip', 'text/csv'], maxBytes: UPLOAD_MAX_BYTES },
  created: true,
  reply: success(draftSchema),
  failures: ['console.upload_refused'],
} as const satisfies ConsoleCall;

export const readDraft = {
  method: 'GET',
  path: '/edition/drafts/:id',
  summary: 'A draft with its problems, or its difference to what is live now',
  audience: 'edition.read',
  params: byId,
  reply: draftSchema,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const proposeDraft = {
  method: 'POST',
  path: '/edition/drafts/:id/propose',
  summary: 'Propose a draft that needs a second person, who then publishes it',
  audience: 'edition.publish',
  fresh: true,
  params: byId,
  body: publishBody,
  reply: done,
  failures: [...PUBLISH, 'console.draft_problems'],
} as const satisfies ConsoleCall;

export const publishDraft = {
  method: 'POST',
  path: '/edition/drafts/:id/publish',
  summary: 'Publish a draft, in every process within two seconds; also as the second person who agrees to its proposal',
  audience: 'edition.publish',
  fresh: true,
  params: byId,
  body: publishBody,
  reply: published,
  failures: [...PUBLISH, 'console.draft_problems'],
} as const satisfies ConsoleCall;

export const deleteDraft = {
  ...step(rowIdSchema),
  path: '/edition/drafts/:id/delete',
  summary: 'Delete a draft that was not published, with its proposal',
  audience: 'edition.draft',
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const readVersion = {
  method: 'GET',
  path: '/edition/versions/:id',
  summary: 'What publishing a version again would change',
  audience: 'edition.read',
  params: byId,
  reply: z.object({ ...publisher, problems: z.array(problemSchema), difference: differenceSchema.nullable() }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const publishVersion = {
  method: 'POST',
  path: '/edition/versions/:id/publish',
  summary: 'Publish a version again, by the same rules',
  audience: 'edition.publish',
  fresh: true,
  params: byId,
  body: publishBody,
  reply: published,
  failures: [...PUBLISH, 'console.draft_problems'],
} as const satisfies ConsoleCall;

export const copyVersion = {
  method: 'POST',
  path: '/edition/versions/:id/copy',
  summary: 'Make a draft of a version, to propose it to a second person',
  audience: 'edition.draft',
  params: byId,
  created: true,
  reply: success(draftSchema),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const downloadVersion = {
  method: 'GET',
  path: '/edition/versions/:id/download',
  summary: 'The folder of a version as a zip',
  audience: 'edition.read',
  params: byId,
  download: 'application/zip',
  reply: z.string(),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
