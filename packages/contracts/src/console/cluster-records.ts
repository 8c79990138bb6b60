import { z } from 'zod';

/** What a signal sees; docs/fraud.md explains each. */
export const SIGNALS = [
  'numbers_in_a_row',
  'same_ballot',
  'share_jumps',
  'only_here',
  'one_network',
  'one_machine',
  'template',
  'made_in_a_batch',
  'young_social',
  'kind_of_number',
  'dense_block',
] as const;
export type Signal = (typeof SIGNALS)[number];

/** How sure it is that a cluster is no honest crowd. */
export const CERTAINTIES = ['likely', 'possible', 'look_closer'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** What speaks for a cluster: honest crowds that look like it. */
export const HONEST_CROWDS = ['one_place', 'one_post', 'one_office', 'nothing_made'] as const;
export type HonestCrowd = (typeof HONEST_CROWDS)[number];

export const CLUSTER_STATES = ['open', 'watched', 'dismissed'] as const;
export type ClusterState = (typeof CLUSTER_STATES)[number];

/** What an organiser found behind a cluster that is no fraud. */
export const EXPLANATIONS = ['one_place', 'one_call', 'other'] as const;
export type Explanation = (typeof EXPLANATIONS)[number];

/** What people of a cluster share: how many of how many, and the rate among everyone else. `what` names the trait, `value` says it. */
export const reasonFoundSchema = z.object({
  signal: z.enum(SIGNALS),
  what: z.string(),
  value: z.string(),
  count: z.number().int(),
  of: z.number().int(),
  base: z.number(),
  /** Chance gives it less than once in ten to this power, counted over all groups that were compared. */
  exponent: z.number(),
});
export type ReasonFound = z.output<typeof reasonFoundSchema>;

export const againstSchema = z.object({ signal: z.enum(HONEST_CROWDS), count: z.number().int(), of: z.number().int() });
export type Against = z.output<typeof againstSchema>;
