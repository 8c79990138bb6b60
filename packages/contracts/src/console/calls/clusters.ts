import { z } from 'zod';
import { byReason, type ConsoleCall, reasonSchema, rowIdSchema } from '../call.ts';
import { againstSchema, CERTAINTIES, CLUSTER_STATES, EXPLANATIONS, reasonFoundSchema } from '../cluster-records.ts';

const byId = z.object({ id: rowIdSchema });
const time = z.iso.datetime();

/** A category in which a cluster voted: for whom, with how many votes, and what the count is without them. */
const choiceSchema = z.object({
  nomination: z.string(),
  niche: z.string(),
  company: z.string(),
  votes: z.number().int(),
  /** The places of the chosen nominee, and who leads, with these votes and without them. */
  place: z.object({ now: z.number().int(), without: z.number().int() }),
  winners: z.object({ now: z.array(z.string()), without: z.array(z.string()) }),
});

const summarySchema = z.object({
  id: z.number().int(),
  certainty: z.enum(CERTAINTIES),
  state: z.enum(CLUSTER_STATES),
  people: z.number().int(),
  votes: z.number().int(),
  /** When these people voted. */
  from: time,
  until: time,
  /** Largest effect first; null under an embargo. */
  choices: z.array(choiceSchema).nullable(),
  /** What it does to the result: a winner changes, a place changes, or nothing; null under an embargo. */
  effect: z.enum(['winner', 'place', 'none']).nullable(),
  reasons: z.array(reasonFoundSchema),
  against: z.array(againstSchema),
  /** Something speaks for them, and they are not likely to be a farm: nobody has to decide. */
  looksHonest: z.boolean(),
  foundAt: time,
  /** Why somebody set it aside, or watches it. */
  decided: z
    .object({
      at: time,
      by: z.string(),
      why: z.enum(EXPLANATIONS).nullable(),
      reason: z.string(),
      people: z.number().int(),
    })
    .nullable(),
});
export type ClusterSummary = z.output<typeof summarySchema>;

export const listClusters = {
  method: 'GET',
  path: '/clusters',
  summary:
    'Groups of people who share more than chance explains, by their effect on the result, or under an embargo by size',
  audience: 'exclusions.read',
  reply: z.object({
    /** When the votes were searched last, and how many groups were compared; null before the first time. */
    searched: z.object({ at: time, compared: z.number().int() }).nullable(),
    clusters: z.array(summarySchema),
  }),
} as const satisfies ConsoleCall;

export const readCluster = {
  method: 'GET',
  path: '/clusters/:id',
  summary: 'A group: its reasons, votes by minute and people, masked. Recorded in the audit log',
  audience: 'exclusions.read',
  params: byId,
  reply: summarySchema.extend({
    /** Votes of these people and of everyone else in the same category, by equal spans of time; null under an embargo. */
    timeline: z
      .object({
        from: time,
        /** The length of a span, minutes. */
        minutes: z.number().int(),
        these: z.array(z.number().int()),
        others: z.array(z.number().int()),
      })
      .nullable(),
    /** Who shares most first; empty for those who may not see people. `shares` are places in `reasons`. */
    members: z.array(
      z.object({
        voterId: z.uuid(),
        accountId: z.uuid(),
        email: z.string(),
        number: z.string(),
        votedAt: time,
        shares: z.array(z.number().int()),
      }),
    ),
  }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const decideCluster = {
  method: 'POST',
  path: '/clusters/:id/decide',
  summary: 'Watch a group, set it aside as no fraud until it grows by a quarter, or bring it back',
  audience: 'exclusions.change',
  params: byId,
  body: z.object({ state: z.enum(CLUSTER_STATES), why: z.enum(EXPLANATIONS).optional(), reason: reasonSchema }),
  reply: summarySchema,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const revealCluster = {
  method: 'POST',
  path: '/clusters/:id/people',
  summary: 'The people of a group with names, addresses and numbers in full. Recorded in the audit log',
  audience: 'exclusions.people',
  fresh: true,
  params: byId,
  body: byReason,
  reply: z.object({
    people: z.array(z.object({ accountId: z.uuid(), name: z.string(), email: z.string(), number: z.string() })),
  }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
