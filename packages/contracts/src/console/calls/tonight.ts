import { z } from 'zod';
import { SHOWN_PHASES } from '../../phase.ts';
import { phaseTimes } from '../../public-edition.ts';
import type { ConsoleCall } from '../call.ts';

/** What Tonight shows: the last 15 minutes, the last 24 hours, or the whole vote. */
export const SPANS = ['quarter', 'day', 'all'] as const;
export type Span = (typeof SPANS)[number];

/** The steps to the first vote, in the order of the page. */
export const FUNNEL_STEPS = [
  'registered',
  'email_verified',
  'two_factor',
  'phone_verified',
  'social_verified',
  'first_votes',
] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

const count = z.number().int().nonnegative();
const time = z.iso.datetime();

/** An amount of money in millionths of a currency (ISO 4217). */
export const costSchema = z.object({ currency: z.string(), micros: count });
export type CostTotal = z.output<typeof costSchema>;

export const tonightSchema = z.object({
  phase: z.enum(SHOWN_PHASES),
  phases: phaseTimes,
  votes: z.object({
    total: count,
    /** Of the last minute, as the server measures it, or of the last minute that was recorded; null if neither is known. */
    perMinute: count.nullable(),
    /** The mean of the same hour on the days before; null without such days. */
    usualPerMinute: z.number().nonnegative().nullable(),
    /** People with at least one vote. */
    voters: count,
  }),
  span: z.enum(SPANS),
  /** The end of the minutes that have been counted; null before the first count. */
  recordedUntil: time.nullable(),
  /** One value for each step of the span, the oldest first. The last step may not be over yet. */
  series: z.object({
    stepSeconds: z.number().int().positive(),
    from: time,
    votes: z.array(count),
    /** As many votes as on the days before; null where there is no such day. */
    usual: z.array(z.number().nonnegative().nullable()),
    voters: z.array(count),
    registered: z.array(count),
  }),
  funnel: z.object({
    steps: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: count })),
    /** The step that loses the most people; null if none loses any. */
    leak: z.object({ step: z.enum(FUNNEL_STEPS), lost: count }).nullable(),
  }),
  sockets: z.object({ open: count, processes: count }),
  sms: z.object({
    sent: count,
    failed: count,
    /** Failed and to be tried again. */
    failing: count,
    /** Charged in the last hour, and the most that the budget allows. */
    lastHour: count,
    hourlyBudget: count,
    cost: z.array(costSchema),
  }),
  mails: z.object({ sent: count, failed: count, failing: count }),
  queue: z.object({
    /** Messages that wait for their first or next try. */
    waiting: count,
    /** Of the jobs. */
    oldestSeconds: count.nullable(),
    dead: count,
  }),
  findings: z.array(
    z.object({
      check: z.string(),
      state: z.enum(['good', 'todo', 'bad']),
      detail: z.string(),
      advice: z.string().nullable(),
    }),
  ),
});
export type Tonight = z.output<typeof tonightSchema>;

export const readTonight = {
  method: 'GET',
  path: '/tonight',
  summary: 'The vote now: phase, votes, sign-ups by step, sockets, messages, queue and findings. Answers have an ETag',
  audience: 'tonight.read',
  query: z.object({ span: z.enum(SPANS).default('day') }),
  reply: tonightSchema,
} as const satisfies ConsoleCall;

/** What an award needs before its first vote, in the order in which people do it. */
export const FIRST_STEPS = ['texts', 'dates', 'nominees', 'mail', 'sms', 'owner', 'restore'] as const;

const firstStep = z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() });
export type FirstStep = z.output<typeof firstStep>;

export const readFirstSteps = {
  method: 'GET',
  path: '/first-steps',
  summary: 'What is done of what an award needs before its first vote. Empty after that',
  audience: 'tonight.read',
  reply: z.object({ steps: z.array(firstStep) }),
} as const satisfies ConsoleCall;
