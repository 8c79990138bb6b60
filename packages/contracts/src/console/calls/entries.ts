import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { tagField } from '../../fields.ts';
import { NOMINEE_NAME_MAX } from '../../limits.ts';
import { localized } from '../../nominee.ts';
import { type ConsoleCall, reasonSchema, rowIdSchema } from '../call.ts';
import { lineField } from '../texts.ts';

const time = z.iso.datetime();
const place = z.object({ nomination: tagField, niche: tagField });
const count = z.number().int();

/** What the organisers decided about a candidate. */
export const CANDIDATE_STATES = ['open', 'accepted', 'rejected'] as const;

/** What an organiser did with candidates. Each step can be undone while nothing newer stands on it. */
export const STEP_KINDS = ['merge', 'split', 'move', 'accept', 'reject', 'reopen'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/**
 * Why an entry is with its candidate: it has the name, or one that differs by legal form, brackets, letters or blanks alone; it has the same
 * link; or somebody put it there.
 */
export const REASONS_TOGETHER = ['same', 'spelling', 'link', 'person'] as const;

const stepSchema = z.object({
  id: count,
  at: time,
  actor: z.string(),
  kind: z.enum(STEP_KINDS),
  /** The candidate's name, as it was then. */
  name: z.string(),
  reason: z.string().nullable(),
  undone: z.boolean(),
});

const candidateSchema = z.object({
  id: count,
  name: z.string(),
  state: z.enum(CANDIDATE_STATES),
  /** People count, not entries. */
  people: count,
  entries: count,
  spellings: count,
});
export type ListedCandidate = z.output<typeof candidateSchema>;

export const readEntries = {
  method: 'GET',
  path: '/entries',
  summary: 'What people put forward, gathered into the candidates of a category; by default of the first one',
  audience: 'entries.read',
  query: place.partial(),
  reply: z.object({
    /** The end of nominating; null if the edition has none. */
    closesAt: time.nullable(),
    entries: count,
    people: count,
    categories: z.array(
      place.extend({ award: localized, name: localized, candidates: count, open: count, chosen: z.boolean() }),
    ),
    /** Those of the chosen category, by people. */
    candidates: z.array(candidateSchema),
    /** The newest steps of the edition. */
    steps: z.array(stepSchema),
  }),
} as const satisfies ConsoleCall;

export const readCandidate = {
  method: 'GET',
  path: '/entries/candidates/:id',
  summary: 'A candidate: what people wrote, by spelling, and which other candidates of the category are alike',
  audience: 'entries.read',
  params: z.object({ id: rowIdSchema }),
  reply: candidateSchema.extend({
    spellings: z.array(
      z.object({
        name: z.string(),
        together: z.enum(REASONS_TOGETHER),
        /** The ids of its entries. */
        entries: z.array(z.uuid()),
        links: z.array(z.string()),
        why: z.array(z.string()),
      }),
    ),
    near: z.array(
      candidateSchema.extend({
        /** How alike the names are, percent. */
        likeness: count,
        sameLink: z.boolean(),
        /** The people of both: who put both forward counts once. */
        together: count,
      }),
    ),
    steps: z.array(stepSchema),
  }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

const act = <const Kind extends StepKind>(kind: Kind, summary: string) =>
  ({
    method: 'POST',
    path: `/entries/candidates/:id/${kind}`,
    summary,
    audience: 'entries.decide',
    params: z.object({ id: rowIdSchema }),
    /** `step` undoes it. */
    reply: success(z.object({ step: count })),
    failures: ['console.not_found', 'console.changed'],
  }) as const;
const reason = reasonSchema.optional();

export const mergeCandidate = {
  ...act('merge', 'Add the entries of another candidate: both are one'),
  body: z.object({ other: rowIdSchema, reason }),
} as const satisfies ConsoleCall;

export const splitCandidate = {
  ...act('split', 'Make a candidate of its own of some entries'),
  body: z.object({
    entries: z.array(z.uuid()).min(1).max(1_000),
    name: lineField().min(2).max(NOMINEE_NAME_MAX),
    reason,
  }),
} as const satisfies ConsoleCall;

export const moveCandidate = {
  ...act('move', 'Move a candidate to another category'),
  body: place.extend({ reason }),
} as const satisfies ConsoleCall;

export const acceptCandidate = {
  ...act('accept', 'Accept a candidate'),
  body: z.object({ reason }),
} as const satisfies ConsoleCall;

export const rejectCandidate = {
  ...act('reject', 'Reject a candidate'),
  body: z.object({ reason: reasonSchema }),
} as const satisfies ConsoleCall;

export const reopenCandidate = {
  ...act('reopen', 'Take back what was decided about a candidate'),
  body: z.object({ reason }),
} as const satisfies ConsoleCall;

export const undoStep = {
  method: 'POST',
  path: '/entries/steps/:id/undo',
  summary: 'Undo a step: everything is as it was before',
  audience: 'entries.decide',
  params: z.object({ id: rowIdSchema }),
  body: z.object({ reason }),
  reply: done,
  failures: ['console.not_found', 'console.changed'],
} as const satisfies ConsoleCall;
