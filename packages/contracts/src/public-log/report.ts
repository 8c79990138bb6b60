// The report about a vote (docs/public-log.md, "Leaves"): what GET /log/<year>/report answers.
import { z } from 'zod';
import { DECISION_STATES } from '../calls/decisions.ts';
import { FUNNEL_STEPS } from '../console/calls/tonight.ts';
import { EXPLANATIONS, reasonFoundSchema } from '../console/cluster-records.ts';
import { inEachLanguage } from '../languages.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();

/** The guards whose refusals can be counted from what is stored. */
export const GUARDS = ['social_refused', 'social_left', 'suspended', 'message_failed'] as const;
/** What nobody counts, so that the report can't say it. */
export const NOT_COUNTED = ['used_twice', 'too_many', 'refused_votes', 'gone'] as const;

export const reportSchema = z.object({
  format: z.literal('laurel/report/v1'),
  origin: z.string(),
  version: z.number().int().positive(),
  madeAt: time,
  /** The place of the result that it is about. */
  result: z.object({ leaf: count }),
  phases: z.object({
    votingOpensAt: time.nullable(),
    votingClosesAt: time.nullable(),
    winnersAnnouncedAt: time.nullable(),
  }),
  voters: count,
  votes: z.object({ cast: count, excluded: count, counted: count }),
  categories: z.array(z.object({ category: z.string(), cast: count, excluded: count })),
  /** People by the steps to their first vote. */
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: count })),
  refused: z.array(z.object({ guard: z.enum(GUARDS), count })),
  notCounted: z.array(z.enum(NOT_COUNTED)),
  messages: z.object({ sent: count, phones: count }),
  exclusions: z.array(
    z.object({
      number: count,
      state: z.enum(DECISION_STATES),
      appliedAt: time,
      undoneAt: time.nullable(),
      reason: z.object(inEachLanguage(() => z.string())),
      votes: count,
      /** Null for fewer than five. */
      people: count.nullable(),
      /** By what the votes were selected, without the values. */
      criteria: z.array(z.string()),
      /** What these people share, where the search for groups had found them. */
      signals: z.array(reasonFoundSchema),
      categories: z.array(
        z.object({
          category: z.string(),
          votes: count,
          /** The nominees whose place it changed: without these votes, as it is, and with them. Null for fewer than five votes. */
          places: z
            .array(z.object({ nominee: z.string(), without: count.nullable(), with: count.nullable() }))
            .nullable(),
          /** Whether others would have won with these votes; null for fewer than five. */
          winnersChange: z.boolean().nullable(),
        }),
      ),
      objections: count,
      answered: count,
    }),
  ),
  /** Groups of people that the search for bought votes found; never who is in them, or for whom they voted. */
  clusters: z.object({
    found: count,
    excluded: count,
    watched: count,
    dismissed: z.array(z.object({ why: z.enum(EXPLANATIONS).nullable(), groups: count })),
    open: count,
  }),
  checkpoints: z.object({ signed: count, smallestGroup: count.nullable() }),
  witnesses: z.array(
    z.object({
      name: z.string(),
      verifierKey: z.string(),
      confirmed: count,
      first: time.nullable(),
      last: time.nullable(),
      /** The longest time that a checkpoint waited for this witness since its first confirmation. */
      silenceSeconds: count.nullable(),
    }),
  ),
});
export type Report = z.output<typeof reportSchema>;
