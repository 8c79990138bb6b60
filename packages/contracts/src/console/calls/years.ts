import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import { byReason, type ConsoleCall, reasonSchema, rowIdSchema } from '../call.ts';
import { draftSchema } from './edition.ts';

const time = z.iso.datetime();
const byId = z.object({ id: rowIdSchema });
const byYear = z.object({ year: z.coerce.number().int().min(2000).max(2100) });

/** The edition of a year. `draft`: it is prepared; `current`: the one that is live; `archived`: its page is kept for good. */
export const YEAR_STATES = ['draft', 'current', 'archived'] as const;

/** Why the current edition can't be archived yet: winners are not announced or totals not final; or the public log has no result at its end. */
export const SWITCH_RULES = ['open', 'log'] as const;

const yearSchema = z.object({
  year: z.number().int(),
  state: z.enum(YEAR_STATES),
  /** How many versions were published. */
  versions: z.number().int(),
  endedAt: time.nullable(),
  /** When the draft becomes the current edition, and who asked for that. */
  switchAt: time.nullable(),
  switchBy: z.string().nullable(),
});
export type ListedYear = z.output<typeof yearSchema>;

/** What is left to do in the files of next year's edition. */
const taskSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dates'),
    moved: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  }),
  z.object({ kind: z.literal('text'), field: z.string(), language: z.enum(LANGUAGES) }),
  z.object({ kind: z.literal('nominees') }),
  z.object({ kind: z.literal('witnesses') }),
]);
export type NextYearTask = z.output<typeof taskSchema>;

export const listEditions = {
  method: 'GET',
  path: '/editions',
  summary: 'The editions of all years, and whether the current one can be archived',
  audience: 'edition.read',
  reply: z.object({ editions: z.array(yearSchema), refused: z.enum(SWITCH_RULES).nullable() }),
} as const satisfies ConsoleCall;

export const createEdition = {
  method: 'POST',
  path: '/editions/:year',
  summary:
    'Begin the edition of another year: a draft with the texts, pictures and nominees of an earlier one, its dates moved',
  audience: 'edition.draft',
  params: byYear,
  body: z.object({ from: byYear.shape.year, reason: reasonSchema }),
  created: true,
  reply: success(z.object({ draft: z.number().int(), todo: z.array(taskSchema) })),
  failures: ['console.not_found', 'console.edition_exists'],
} as const satisfies ConsoleCall;

export const deleteEdition = {
  method: 'POST',
  path: '/editions/:year/delete',
  summary:
    'Delete the edition of a year that was never live, with its published versions. Drafts that were not published stay',
  audience: 'edition.publish',
  fresh: true,
  params: byYear,
  body: byReason,
  reply: done,
  failures: ['console.not_found', 'console.edition_kept'],
} as const satisfies ConsoleCall;

export const downloadSite = {
  method: 'GET',
  path: '/editions/:year/site',
  summary: 'The pages of an archived edition as a zip: a site without Laurel, for any web server or a folder',
  audience: 'edition.read',
  params: byYear,
  download: 'application/zip',
  reply: z.string(),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const downloadDraft = {
  method: 'GET',
  path: '/edition/drafts/:id/download',
  summary: 'The folder of a draft without problems as a zip, to correct it and upload it again',
  audience: 'edition.read',
  params: byId,
  download: 'application/zip',
  reply: z.string(),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

/** Fields of conflicts. */
const fields = z.array(z.string().max(500)).max(10_000).default([]);

export const mergeDraft = {
  method: 'POST',
  path: '/edition/drafts/:id/merge',
  summary: 'Bring the changes of a draft that was made from an older version into what is live',
  audience: 'edition.draft',
  params: byId,
  body: z.object({
    /** The conflicts in which the value of the draft is taken. */
    draft: fields,
    /** The conflicts in which the value stays that is live. */
    live: fields,
    /** `live` of the difference on which the person decided. */
    expected: z.int32(),
  }),
  reply: success(draftSchema),
  failures: ['console.not_found', 'console.changed', 'console.draft_problems', 'console.upload_refused'],
} as const satisfies ConsoleCall;

export const switchEdition = {
  method: 'POST',
  path: '/editions/:year/switch',
  summary:
    'Make a draft the current edition now or at a time, in every process within two seconds, and archive the one before',
  audience: 'edition.publish',
  fresh: true,
  params: byYear,
  body: z.object({ at: z.iso.datetime({ offset: true }).nullable().default(null), reason: reasonSchema }),
  reply: done,
  failures: ['console.not_found', 'console.edition_unpublished', 'console.edition_open'],
} as const satisfies ConsoleCall;

export const cancelSwitch = {
  method: 'POST',
  path: '/editions/:year/cancel',
  summary: 'Take back a planned switch',
  audience: 'edition.publish',
  params: byYear,
  body: byReason,
  reply: done,
  failures: ['console.not_found', 'console.edition_unpublished'],
} as const satisfies ConsoleCall;
