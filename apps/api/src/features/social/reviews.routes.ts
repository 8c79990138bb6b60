import * as calls from '@laurel/contracts/console/calls/reviews';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { serveConsoleCall } from '../../http/console-call.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import type { Review, Reviews } from './reviews.service.ts';

type Deps = { reviews: Reviews; now(): Date };
type Request = { params: { id: string }; body: { reason: string } };

const shown = ({ id, tag, proofCode, tries, otherAccounts, taken, ...review }: Review) => ({
  id,
  tag,
  submittedAt: review.submittedAt.toISOString(),
  expiresAt: review.expiresAt.toISOString(),
  proofCode,
  tries,
  otherAccounts,
  taken,
  account: {
    id: review.accountId,
    email: review.maskedEmail,
    language: review.language,
    createdAt: review.accountCreatedAt.toISOString(),
    emailProven: review.emailProven,
    twoFactorReady: review.twoFactorReady,
    phoneProven: review.phoneProven,
    telegramProven: review.telegramProven,
    suspended: review.suspended,
  },
});

const OUTCOMES = { VERIFIED: 'approved', NOT_VERIFIED: 'rejected', TAG_USED: 'taken' } as const;

/** The calls to list pending Instagram names, to decide on them, and to undo a decision. */
export const registerReviewsConsoleRoutes = (app: FastifyInstance, { reviews, now }: Deps): void => {
  const changeOf = ({ params, body }: Request, { actor }: TeamMember) => ({
    id: params.id,
    organiser: { actor, reason: body.reason },
    now: now(),
  });
  const decide = async (input: Request, person: TeamMember, approved: boolean) => {
    const change = changeOf(input, person);
    const outcome = await reviews.decide({ ...change, approved });
    if (outcome === 'UNKNOWN') throw new AppError('console.not_found');
    // Somebody else has decided, or the day for the decision has passed.
    if (outcome === 'DECIDED' || outcome === 'EXPIRED') throw new AppError('console.changed');
    const undoUntil = after(change.now, calls.UNDO_MS).toISOString();
    return { success: true as const, data: { outcome: OUTCOMES[outcome], undoUntil } };
  };

  serveConsoleCall(app, calls.readReviews, async ({ query }) => {
    const at = now();
    const found = await reviews.pending({ after: query.after ?? null, limit: query.limit + 1, now: at });
    const page = found.slice(0, query.limit);
    return {
      reviews: page.map(shown),
      waiting: await reviews.waiting(at),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  });
  serveConsoleCall(app, calls.approveReview, (input, person) => decide(input, person, true));
  serveConsoleCall(app, calls.rejectReview, (input, person) => decide(input, person, false));
  serveConsoleCall(app, calls.undoReview, async (input, person) => {
    const outcome = await reviews.undo(changeOf(input, person));
    if (outcome === 'UNKNOWN') throw new AppError('console.not_found');
    if (outcome === 'UNDECIDED') throw new AppError('console.changed');
    if (outcome === 'LATE') throw new AppError('console.too_late');
    if (outcome === 'TAKEN') throw new AppError('console.tag_taken');
    return { success: true as const, data: { outcome: 'waiting' as const } };
  });
};
