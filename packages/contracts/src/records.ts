import { z } from 'zod';
import { tagField } from './fields.ts';
import { messageKey } from './messages.ts';
import {
  SECOND_FACTORS,
  SOCIAL_VERIFICATION_TYPES,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
} from './verification.ts';

/** The user in a response; the browser stores it as currentUser. */
export const userSchema = z
  .object({
    name: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    /** The second factors that the account has; codes of an app alone if they are missing. */
    factors: z.array(z.enum(SECOND_FACTORS)).optional(),
  })
  .meta({ examples: [{ name: 'Ada Lovelace', email: 'ada@example.org', phoneNumber: '+380671234567' }] });
export type User = z.output<typeof userSchema>;

export const verificationSchema = z.object({ type: z.enum(VERIFICATION_TYPES), verified: z.boolean() });

/** An Instagram name that is not decided yet, with the code to send if one is required. For its own user only. */
export const openInstagramSchema = z.object({
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  proofCode: z.string().optional(),
});
export type OpenInstagram = z.output<typeof openInstagramSchema>;

export const socialTypeSchema = z.enum(SOCIAL_VERIFICATION_TYPES);

/** An entry of a verification's log. */
export const verificationLogSchema = z.object({
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  createdAt: z.iso.datetime(),
});

/** The realtime message of one verification. */
export const chatMessageSchema = z.object({ verificationStatus: z.enum(VERIFICATION_STATUSES) });

/** A company's share of a category, in percent with at most two decimals. */
export const resultSchema = z.object({ company: z.string(), percentage: z.number().min(0).max(100) });
export type Result = z.output<typeof resultSchema>;

/** The published percentages of one category. */
export const statisticsItemSchema = z
  .object({
    nomination: z.string(),
    niche: z.string(),
    results: z.array(resultSchema),
    /** The winner among equal nominees, once voting is over and if a draw decides. */
    drawn: z.string().optional(),
  })
  .meta({
    examples: [
      { nomination: 'best-partner', niche: 'crypto', results: [{ company: 'orbit-crew', percentage: 41.07 }] },
    ],
  });
export type StatisticsItem = z.output<typeof statisticsItemSchema>;

/** The realtime message of /topic/statistics: the categories that changed. */
export const statisticsMessageSchema = z.array(statisticsItemSchema);

/** The published votes in all categories, and the people who voted. */
export const turnoutSchema = z
  .object({ votes: z.int().min(0), voters: z.int().min(0) })
  .meta({ examples: [{ votes: 48_120, voters: 3_907 }] });
export type Turnout = z.output<typeof turnoutSchema>;

/** A vote, in requests and responses. */
export const voteSchema = z
  .object({ nomination: tagField, niche: tagField, vote: tagField }, { error: messageKey('bodyInvalid') })
  .meta({ examples: [{ nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' }] });
export type Vote = z.output<typeof voteSchema>;

/** The delivery of a mail or text message: waiting, accepted by the provider, or permanently rejected. */
export const DELIVERY_STATES = ['queued', 'sent', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
