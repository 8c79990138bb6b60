import { z } from 'zod';
import { success } from '../../envelope.ts';
import { byReason, type ConsoleCall } from '../call.ts';

const time = z.iso.datetime();
const reviewId = z.object({ id: z.uuid() });

const reviewSchema = z.object({
  id: z.uuid(),
  /** The Instagram name as typed, without @. */
  tag: z.string(),
  submittedAt: time,
  expiresAt: time,
  /** The code that its owner was asked to send by a direct message; null if none. */
  proofCode: z.string().nullable(),
  /** Names that this account has submitted, this one included. */
  tries: z.number().int(),
  /** Other accounts that submitted this name. */
  otherAccounts: z.number().int(),
  /** Another account has proven the name, so that it can't be approved. */
  taken: z.boolean(),
  account: z.object({
    id: z.uuid(),
    /** Masked. */
    email: z.string(),
    language: z.string(),
    createdAt: time,
    emailProven: z.boolean(),
    twoFactorReady: z.boolean(),
    phoneProven: z.boolean(),
    telegramProven: z.boolean(),
    suspended: z.boolean(),
  }),
});
export type PendingReview = z.output<typeof reviewSchema>;

export const readReviews = {
  method: 'GET',
  path: '/reviews',
  summary: 'Instagram names that wait for a decision, the oldest first',
  audience: 'reviews.read',
  query: z.object({
    /** The id of the last one that was read. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    reviews: z.array(reviewSchema),
    /** All that wait. */
    waiting: z.number().int(),
    /** Read on after this id; null at the end. */
    next: z.uuid().nullable(),
  }),
} as const satisfies ConsoleCall;

/** How long a decision can be undone, milliseconds; its mail waits as long. The database has the same rule. */
export const UNDO_MS = 60_000;

const decisionOf = <const Verb extends 'approve' | 'reject'>(verb: Verb, summary: string) =>
  ({
    method: 'POST',
    path: `/reviews/:id/${verb}`,
    summary,
    audience: 'reviews.decide',
    params: reviewId,
    body: byReason,
    /** `taken`: another account has proven the name meanwhile, so it is rejected. */
    reply: success(z.object({ outcome: z.enum(['approved', 'rejected', 'taken']), undoUntil: time })),
    failures: ['console.not_found', 'console.changed'],
  }) as const satisfies ConsoleCall;

export const approveReview = decisionOf('approve', 'Approve an Instagram name; a mail says so a minute later');
export const rejectReview = decisionOf('reject', 'Reject an Instagram name; a mail says so a minute later');

export const undoReview = {
  method: 'POST',
  path: '/reviews/:id/undo',
  summary: 'Undo a decision of the last minute: the name waits again, and no mail is sent',
  audience: 'reviews.decide',
  params: reviewId,
  body: byReason,
  reply: success(z.object({ outcome: z.literal('waiting') })),
  failures: ['console.not_found', 'console.changed', 'console.too_late', 'console.tag_taken'],
} as const satisfies ConsoleCall;
