import { z } from 'zod';
import { enteredTime } from '../../entered-time.ts';
import { success } from '../../envelope.ts';
import { PHASES, SHOWN_PHASES } from '../../phase.ts';
import { type ConsoleCall, reasonSchema, rowIdSchema, step } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';

/** The times that start a phase, in order. */
export const PHASE_TIMES = ['nominatingOpens', 'nominatingCloses', 'opens', 'closes', 'announced'] as const;

const time = z.iso.datetime();
/** The times that organisers moved. Null: the time was removed. Missing: the time of the edition's files applies. */
const moved = z.strictObject({
  nominatingOpens: time.nullable().optional(),
  nominatingCloses: time.nullable().optional(),
  opens: time.nullable().optional(),
  closes: time.nullable().optional(),
  announced: time.nullable().optional(),
});

/** Those of nominating are missing where nobody nominates. */
const times = moved
  .pick({ nominatingOpens: true, nominatingCloses: true })
  .extend({ opens: time.nullable(), closes: time.nullable(), announced: time.nullable() });

/** The numbers of votes and people that a move affects. */
const numbers = z.object({
  votesLastHour: z.number().int(),
  /** People who signed up in the last 24 hours and can't vote yet. */
  unfinished: z.number().int(),
  /** When these were counted. */
  countedAt: time,
});

/** What a move would change. */
export const movePlanSchema = z.object({
  before: times,
  after: times,
  phaseBefore: z.enum(PHASES),
  phaseAfter: z.enum(PHASES),
  /** Voting was over and begins again. */
  reopens: z.boolean(),
  /** Whether a second person must agree, by the edition. */
  needsSecondPerson: z.boolean(),
  numbers,
});
export type MovePreview = z.output<typeof movePlanSchema>;

/** Why a move is not possible. */
export const MOVE_RULES = [
  'opens_after_closes',
  'announced_before_closes',
  'announced_before_opens',
  'past',
  'open_without_end',
  'nominating',
  'same',
] as const;

export const PROPOSAL_STATES = ['proposed', 'applied', 'refused', 'expired', 'outdated'] as const;

const change = z.union([enteredTime(), z.literal('now'), z.null()]);
const changes = {
  nominatingOpens: change.optional(),
  nominatingCloses: change.optional(),
  opens: change.optional(),
  closes: change.optional(),
  announced: change.optional(),
};
/** The times to move: to a time, to now, or to none. `clear` first gives all back to the edition's files. */
const move = z
  .strictObject({ ...changes, clear: z.boolean().default(false) })
  .refine(
    ({ clear, ...times }) => clear || Object.values(times).some((each) => each !== undefined),
    FIELD_MESSAGES.moveNothing,
  );

const proposal = z.object({
  id: z.number().int(),
  move: z.object({ ...changes, clear: z.boolean() }),
  state: z.enum(PROPOSAL_STATES),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: time,
  /** Until when it can be decided. */
  expiresAt: time,
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  /** The numbers at the time of the proposal. */
  numbers,
  /** What it would change now; null unless it can be approved. */
  plan: movePlanSchema.nullable(),
  /** Whether the signed-in person may decide it: somebody else proposed it. */
  mayDecide: z.boolean(),
});
export type PhaseProposal = z.output<typeof proposal>;

const moveBody = z.object({
  move,
  reason: reasonSchema,
  /** `moved` and `inFiles` of the phases on which the person decided. */
  expected: moved.extend({ inFiles: times.optional() }),
});
const actBody = moveBody.omit({ move: true });
/** Moved at once, or proposed to a second person. */
const outcome = success(
  z.object({ done: z.boolean(), proposal: z.number().int().nullable(), phase: z.enum(SHOWN_PHASES) }),
);

const MOVE = ['console.changed', 'console.times_refused', 'console.second_person'] as const;

/** How far the public log is. */
const log = z.object({
  /** The votes in it. */
  votes: z.number().int(),
  /** Whether it has stopped: nothing is signed until its database continues what was shown. */
  stopped: z.boolean(),
  /** The edition's witnesses, and how many of them have signed all that the log shows. */
  witnesses: z.number().int(),
  agree: z.number().int(),
});
export type LogState = z.output<typeof log>;

export const readPhases = {
  method: 'GET',
  path: '/phases',
  summary: 'The times of the phases, who moved them and why, and what waits for a second person',
  audience: 'phases.read',
  reply: z.object({
    now: time,
    phase: z.enum(SHOWN_PHASES),
    /** The award's time zone. */
    timeZone: z.string(),
    times,
    inFiles: times,
    moved,
    /** How many people must agree. */
    approvals: z.number().int(),
    /** Newest first. */
    history: z.array(
      z.object({
        at: time,
        actor: z.string(),
        reason: z.string().nullable(),
        action: z.string(),
        before: times,
        after: times,
      }),
    ),
    proposals: z.array(proposal),
    /** Null without a log. A copy of the release before, which may answer during an upgrade, does not send it. */
    log: log.nullable().default(null),
  }),
} as const satisfies ConsoleCall;

export const previewMove = {
  method: 'POST',
  path: '/phases/preview',
  summary: 'What a move would change, and whom it touches. Moves nothing',
  audience: 'phases.move',
  body: z.object({ move }),
  reply: success(movePlanSchema),
  failures: ['console.times_refused'],
} as const satisfies ConsoleCall;

export const movePhases = {
  method: 'POST',
  path: '/phases/move',
  summary: 'Move times of the phases, or propose it',
  audience: 'phases.move',
  fresh: true,
  body: moveBody,
  reply: outcome,
  failures: MOVE,
} as const satisfies ConsoleCall;

export const closeNow = {
  method: 'POST',
  path: '/phases/close-now',
  summary: 'End voting now, or propose it',
  audience: 'phases.move',
  fresh: true,
  body: actBody,
  reply: outcome,
  failures: MOVE,
} as const satisfies ConsoleCall;

export const announce = {
  method: 'POST',
  path: '/phases/announce',
  summary: 'Announce the winners now, or propose it',
  audience: 'phases.move',
  fresh: true,
  body: actBody,
  reply: outcome,
  failures: MOVE,
} as const satisfies ConsoleCall;

export const approveMove = {
  ...step(rowIdSchema),
  path: '/phases/proposals/:id/approve',
  summary: 'Approve a move that somebody else proposed; it is made at once',
  audience: 'phases.move',
  fresh: true,
  reply: outcome,
  failures: [...MOVE, 'console.not_found'],
} as const satisfies ConsoleCall;

export const refuseMove = {
  ...step(rowIdSchema),
  path: '/phases/proposals/:id/refuse',
  summary: 'Refuse a move that somebody else proposed',
  audience: 'phases.move',
  reply: outcome,
  failures: ['console.changed', 'console.second_person', 'console.not_found'],
} as const satisfies ConsoleCall;
