import { z } from 'zod';
import { SHOWN_PHASES } from '../phase.ts';
import { phaseTimes } from '../public-edition.ts';

const id = z.int().positive();
const count = z.int().nonnegative();
const time = z.iso.datetime();

/**
 * The events that webhooks tell of, and the data of each. They go to chats and other services, so they have numbers of everybody
 * alone: no voter, no nominee, no place, and not how many votes a decision holds.
 */
export const HOOK_EVENTS = {
  /** Nominating or voting opened or closed, or somebody moved the times. */
  'phase.moved': z.strictObject({
    phase: z.enum(SHOWN_PHASES),
    ...phaseTimes.shape,
  }),
  'votes.thousand': z.strictObject({ votes: count }),
  /** A group of people whose votes are likely bought. */
  'cluster.found': z.strictObject({ cluster: id, people: count }),
  'exclusion.applied': z.strictObject({ exclusion: id }),
  /** Names of Instagram that nobody has decided about; at most once an hour. */
  'review.waiting': z.strictObject({ waiting: count }),
  /** No more text messages are sent until the hour is over. */
  'budget.reached': z.strictObject({ messagesAnHour: count }),
  /** 50, 80 or 100 percent of the money for codes to phones is spent; at 100 no more are sent. */
  'budget.spent': z.strictObject({ percent: count, budget: z.number().positive(), currency: z.string() }),
  'edition.published': z.strictObject({ year: id, version: id }),
  'winners.announced': z.strictObject({ year: id }),
} as const;
export type HookEvent = keyof typeof HOOK_EVENTS;

/** The data of each type of call: of the events, and of the first call to a new address. */
export const HOOK_DATA = { ...HOOK_EVENTS, test: z.strictObject({}) } as const;
export type HookType = keyof typeof HOOK_DATA;

const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(of).filter((name): name is Name => name in of);
export const HOOK_EVENT_NAMES = namesOf(HOOK_EVENTS);
export const HOOK_TYPES = namesOf(HOOK_DATA);

/** The body of a call: `type`, `timestamp` and `data` as Standard Webhooks has them. */
export const hookBodySchema = z
  .strictObject({
    type: z.enum(HOOK_TYPES),
    timestamp: time,
    data: z.record(z.string(), z.unknown()),
    /** The event as a sentence, in the language of the webhook: chats read this field. */
    text: z.string(),
  })
  .refine(({ type, data }) => HOOK_DATA[type].safeParse(data).success, { path: ['data'] });
export type HookBody = z.output<typeof hookBodySchema>;
