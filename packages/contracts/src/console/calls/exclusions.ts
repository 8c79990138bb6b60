import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import { byReason, type ConsoleCall, reasonSchema, rowIdSchema, step } from '../call.ts';
import {
  concernedSchema,
  exclusionSummarySchema,
  objectionSchema,
  previewSchema,
  storedSelectionSchema,
} from '../exclusion-records.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { namesPerson } from '../names-person.ts';
import { namedSelectionSchema } from '../selection.ts';
import { linesField } from '../texts.ts';

const byId = z.object({ id: rowIdSchema });

const text = (most: number, rule: string) =>
  linesField()
    .max(most, rule)
    .refine((value) => !namesPerson(value), FIELD_MESSAGES.reasonPersonal);

/** The reason that is published and mailed, in every language of the site. */
export const publicReasonSchema = z.record(
  z.enum(LANGUAGES),
  text(500, FIELD_MESSAGES.reasonLong).min(1, FIELD_MESSAGES.publicReasonMissing),
);

/** The exclusions that wait: for a decision, or for the answer to an objection. */
export const EXCLUSION_WAITS = ['decision', 'answer'] as const;
export type ExclusionWait = (typeof EXCLUSION_WAITS)[number];

export const listExclusions = {
  method: 'GET',
  path: '/exclusions',
  summary: 'Exclusions, the newest first',
  audience: 'exclusions.read',
  query: z.object({
    waits: z.enum(EXCLUSION_WAITS).optional(),
    after: rowIdSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ exclusions: z.array(exclusionSummarySchema), next: z.number().int().nullable() }),
} as const satisfies ConsoleCall;

export const readExclusion = {
  method: 'GET',
  path: '/exclusions/:id',
  summary: 'An exclusion: its selection, reasons and steps',
  audience: 'exclusions.read',
  params: byId,
  reply: exclusionSummarySchema.extend({
    evidence: z.string().nullable(),
    selection: storedSelectionSchema,
    /**
     * Whether the signed-in person proposed it, or the open proposal to undo it, so that somebody else must decide.
     */
    own: z.boolean(),
    /** Until when it can be approved, applied or, while an undo is proposed, undone; null if nothing waits. */
    validUntil: z.iso.datetime().nullable(),
    objections: z.number().int(),
  }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const previewExclusion = {
  method: 'GET',
  path: '/exclusions/:id/preview',
  summary: 'What applying an exclusion would change, or undoing it once it is applied',
  audience: 'exclusions.read',
  params: byId,
  reply: previewSchema,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const listConcerned = {
  method: 'GET',
  path: '/exclusions/:id/people',
  summary: 'Accounts whose votes an exclusion holds, with masked addresses',
  audience: 'exclusions.people',
  params: byId,
  query: z.object({ after: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
  reply: z.object({ people: z.array(concernedSchema), next: z.uuid().nullable() }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

/** The nominees and categories to select by, withdrawn ones included. */
export const readBallotNames = {
  method: 'GET',
  path: '/exclusions/names',
  summary: 'The names of nominees and categories, for selections and previews',
  audience: 'exclusions.read',
  reply: z.object({
    categories: z.array(z.object({ name: z.string(), title: z.record(z.enum(LANGUAGES), z.string()) })),
    nominees: z.array(
      z.object({ name: z.string(), title: z.record(z.enum(LANGUAGES), z.string()), withdrawn: z.boolean() }),
    ),
  }),
} as const satisfies ConsoleCall;

export const rehearseExclusion = {
  method: 'POST',
  path: '/exclusions/rehearsal',
  summary:
    'What excluding a selection would change; stores no exclusion, and records who looked at the votes of few people',
  audience: 'exclusions.change',
  body: z.object({ selection: namedSelectionSchema }),
  reply: success(
    previewSchema.extend({
      sample: z.array(concernedSchema),
      /** Whether it matches more than half of all votes, which a proposal must confirm. */
      moreThanHalf: z.boolean(),
    }),
  ),
  failures: ['console.embargo'],
} as const satisfies ConsoleCall;

export const proposeExclusion = {
  method: 'POST',
  path: '/exclusions',
  summary: 'Store a selection with the votes that match it now; changes no count',
  audience: 'exclusions.change',
  body: z.object({
    selection: namedSelectionSchema,
    publicReason: publicReasonSchema,
    reason: reasonSchema,
    evidence: text(2_000, FIELD_MESSAGES.textLong).optional(),
    /** Confirms a selection that matches more than half of all votes. */
    moreThanHalf: z.boolean().optional(),
  }),
  created: true,
  reply: success(z.object({ id: z.number().int() })),
  failures: ['console.embargo'],
} as const satisfies ConsoleCall;

const STEP_FAILURES = ['console.not_found', 'console.changed', 'console.second_person'] as const;

export const approveExclusion = {
  ...step(rowIdSchema),
  path: '/exclusions/:id/approve',
  summary: 'Approve a proposal as a second person',
  audience: 'exclusions.change',
  fresh: true,
  failures: STEP_FAILURES,
} as const satisfies ConsoleCall;

export const refuseExclusion = {
  ...step(rowIdSchema),
  path: '/exclusions/:id/refuse',
  summary: 'Refuse a proposal as a second person',
  audience: 'exclusions.change',
  failures: STEP_FAILURES,
} as const satisfies ConsoleCall;

export const applyExclusion = {
  ...step(rowIdSchema),
  path: '/exclusions/:id/apply',
  summary: 'Leave the votes of an exclusion out of the count, and tell the people concerned by mail',
  audience: 'exclusions.change',
  fresh: true,
  failures: STEP_FAILURES,
} as const satisfies ConsoleCall;

export const proposeUndo = {
  ...step(rowIdSchema),
  path: '/exclusions/:id/propose-undo',
  summary: 'Propose to undo an applied exclusion that two people agreed to; changes no count',
  audience: 'exclusions.change',
  failures: STEP_FAILURES,
} as const satisfies ConsoleCall;

export const undoExclusion = {
  ...step(rowIdSchema),
  path: '/exclusions/:id/undo',
  summary:
    'Count the votes of an applied exclusion again, as a second person if two must agree, and tell the people concerned by mail',
  audience: 'exclusions.change',
  fresh: true,
  failures: STEP_FAILURES,
} as const satisfies ConsoleCall;

export const exportExclusion = {
  method: 'POST',
  path: '/exclusions/:id/export',
  summary: 'The votes that an exclusion holds, as CSV: voter id, category and nominee',
  audience: 'exclusions.people',
  fresh: true,
  params: byId,
  body: byReason,
  reply: success(z.object({ file: z.string(), csv: z.string() })),
  failures: ['console.not_found', 'console.embargo'],
} as const satisfies ConsoleCall;

export const listObjections = {
  method: 'GET',
  path: '/exclusions/:id/objections',
  summary: 'Objections to an exclusion and their answers, the oldest first',
  audience: 'exclusions.people',
  params: byId,
  query: z.object({ after: rowIdSchema.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
  reply: z.object({ objections: z.array(objectionSchema), next: z.number().int().nullable() }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const answerObjection = {
  method: 'POST',
  path: '/objections/:id/answer',
  summary: 'Answer an objection; the answer is mailed',
  audience: 'exclusions.change',
  params: byId,
  body: z.object({
    answer: linesField().min(1, FIELD_MESSAGES.answerMissing).max(2_000, FIELD_MESSAGES.textLong),
    reason: reasonSchema,
  }),
  reply: done,
  failures: ['console.not_found', 'console.changed'],
} as const satisfies ConsoleCall;
