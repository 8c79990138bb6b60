import type { PendingReview } from '@laurel/contracts/console/calls/reviews';

export type Review = PendingReview;

export type Verdict = 'approve' | 'reject';

/** A decision that the person made on this screen a moment ago. */
export type Recent = {
  review: Review;
  verdict: Verdict;
  /** When the offer to undo it ends, milliseconds since 1970. */
  until: number;
};
