import { z } from 'zod';
import { inEachLanguage } from '../../languages.ts';
import type { ConsoleCall } from '../call.ts';
import { MESSAGE_KINDS } from './messages.ts';
import { resultsSchema, TOO_EARLY } from './results.ts';
import { costSchema, FUNNEL_STEPS, tonightSchema } from './tonight.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();
const localized = z.object(inEachLanguage(() => z.string()));

export const seasonSchema = z.object({
  at: time,
  phases: tonightSchema.shape.phases,
  votes: resultsSchema.shape.votes,
  /** People by the steps to their first vote. */
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: count })),
  /** Days on which anything happened, in the award's time zone. */
  days: z.array(z.object({ day: z.iso.date(), votes: count, voters: count, registered: count })),
  categories: z.array(z.object({ title: localized, name: localized, cast: count, excluded: count, counted: count })),
  /** By country for text messages (its calling code); a cost only where one is known. */
  messages: z.array(
    z.object({
      kind: z.enum(MESSAGE_KINDS),
      country: z.string().nullable(),
      sent: count,
      failed: count,
      cost: z.array(costSchema),
    }),
  ),
  exclusions: z.array(
    z.object({
      number: count,
      reason: localized,
      votes: count,
      people: count,
      appliedAt: time,
      undoneAt: time.nullable(),
      objections: count,
      answered: count,
    }),
  ),
  /** The moves of the phases. */
  moves: z.array(z.object({ at: time, by: z.string(), reason: z.string().nullable() })),
  /** What is wrong now, such as a log that stopped. */
  findings: tonightSchema.shape.findings,
});
export type Season = z.output<typeof seasonSchema>;

export const readSeason = {
  method: 'GET',
  path: '/results/season',
  summary:
    'The season as a report: people, votes by day and category, messages and their cost, exclusions and incidents',
  audience: 'results.take',
  reply: seasonSchema,
  failures: TOO_EARLY,
} as const satisfies ConsoleCall;
