import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';

export const EXCLUSION_STATES = ['proposed', 'approved', 'refused', 'expired', 'applied', 'undone'] as const;
export type ExclusionState = (typeof EXCLUSION_STATES)[number];

const time = z.iso.datetime();
const step = { at: time.nullable(), by: z.string().nullable() };

/** An exclusion in a list. */
export const exclusionSummarySchema = z.object({
  id: z.number().int(),
  state: z.enum(EXCLUSION_STATES),
  /** How many people must agree: one, or a second person who approves. */
  approvals: z.number().int(),
  votes: z.number().int(),
  people: z.number().int(),
  reason: z.string(),
  publicReason: z.record(z.enum(LANGUAGES), z.string()),
  proposed: z.object({ at: time, by: z.string() }),
  /** Approved or refused. */
  decided: z.object(step),
  applied: z.object(step),
  /** With two approvals a person proposes the undo. */
  undoProposed: z.object({ ...step, reason: z.string().nullable() }),
  undone: z.object(step),
  /** Objections that wait for an answer. */
  openObjections: z.number().int(),
});
export type ExclusionSummary = z.output<typeof exclusionSummarySchema>;

/** Values that mean people. Of few people, their number for those who may not know whom they mean; empty after an erasure. */
const values = z.union([z.array(z.string()), z.number().int()]);

/** A stored selection, of long lists only the length. */
export const storedSelectionSchema = z.object({
  voters: z.number().int().optional(),
  accounts: z.number().int().optional(),
  nominees: z.array(z.string()).optional(),
  categories: z.array(z.string()).optional(),
  networks: values.optional(),
  numbers: values.optional(),
  timeZones: values.optional(),
  userAgents: values.optional(),
  mailDomains: values.optional(),
  from: z.string().optional(),
  until: z.string().optional(),
});
export type StoredSelection = z.output<typeof storedSelectionSchema>;

/** If fewer people are excluded, the count without their votes shows how they voted. */
export const FEW_PEOPLE = 5;

const ranking = z.object({
  winners: z.array(z.string()),
  nominees: z.array(
    z.object({
      company: z.string(),
      votes: z.number().int(),
      percentage: z.number().nullable(),
      rank: z.number().int().nullable(),
    }),
  ),
});
export type Ranking = z.output<typeof ranking>;

/** An account whose votes an exclusion holds, with its address masked. */
export const concernedSchema = z.object({
  voterId: z.uuid(),
  accountId: z.uuid(),
  email: z.string(),
  registeredAt: time,
  /** Votes that the exclusion holds, and others. */
  held: z.number().int(),
  others: z.number().int(),
});
export type ConcernedAccount = z.output<typeof concernedSchema>;

/** What the next step would change: applying the exclusion, or undoing it once it is applied. */
export const previewSchema = z.object({
  votes: z.number().int(),
  people: z.number().int(),
  /** All votes that were cast. */
  cast: z.number().int(),
  categories: z.array(
    z.object({
      nomination: z.string(),
      niche: z.string(),
      /** Votes that leave the count, or return to it. */
      votes: z.number().int(),
      before: ranking,
      after: ranking,
      winnersChange: z.boolean(),
      /** Under an embargo, and of few people for those who may not know them, nominees and winners are hidden: the rankings are empty. */
      hidden: z.boolean(),
    }),
  ),
  /** People who voted in one category only. */
  inOneCategory: z.number().int(),
  /** People who also have votes that stay in the count, and the number of those votes. */
  withOtherVotes: z.number().int(),
  otherVotes: z.number().int(),
  /** Votes that match the selection and came after the proposal, so that the exclusion does not hold them; null if hidden by an embargo. */
  later: z.number().int().nullable(),
  /** Votes that it holds although they do not match any more, because an account was erased or its visits were deleted; null like `later`. */
  unmatched: z.number().int().nullable(),
});
export type ExclusionPreview = z.output<typeof previewSchema>;

/** An objection of a person concerned, with the masked address. */
export const objectionSchema = z.object({
  id: z.number().int(),
  accountId: z.uuid(),
  email: z.string(),
  text: z.string(),
  madeAt: time,
  answer: z.string().nullable(),
  answered: z.object(step),
});
export type Objection = z.output<typeof objectionSchema>;
