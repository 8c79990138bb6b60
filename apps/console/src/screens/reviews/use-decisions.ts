import { approveReview, rejectReview, UNDO_MS, undoReview } from '@laurel/contracts/console/calls/reviews';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../i18n/failure-text.ts';
import { call } from '../../lib/call.ts';
import { isFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.tsx';
import type { Recent, Review, Verdict } from './types.ts';

/**
 * How long the screen offers to undo a decision, milliseconds: less than the server allows, so that the request is in
 * time.
 */
const OFFERED_MS = UNDO_MS - 10_000;
const MAX_RECENT = 3;

const CALLS = { approve: approveReview, reject: rejectReview } as const;

type Queue = { hide(id: string): void; show(id: string): Promise<void> };
type Reasons = Record<Verdict | 'undo', string>;

/**
 * Decides names, and undoes decisions. A decision is sent at once, and the person goes on to the next name without
 * waiting for the answer. If the server refuses it, a toast says so.
 */
export const useDecisions = ({ hide, show }: Queue, reasons: Reasons) => {
  const { t } = useTranslation('reviews');
  const failureText = useFailureText();
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  /** Whether the server accepted each decision, by the review's id. An undo waits for this answer to its decision. */
  const answers = useRef(new Map<string, Promise<boolean>>());
  const drop = (id: string): void => setRecent((before) => before.filter(({ review }) => review.id !== id));

  // Removes an offer to undo when its time is over.
  const next = recent.at(0)?.until;
  useEffect(() => {
    if (next === undefined) return;
    const timer = window.setTimeout(
      () => setRecent((before) => before.filter(({ until }) => until > Date.now())),
      Math.max(0, next - Date.now()) + 20,
    );
    return () => window.clearTimeout(timer);
  }, [next]);

  const send = async (review: Review, verdict: Verdict): Promise<boolean> => {
    const { id, tag } = review;
    try {
      const { data } = await call(CALLS[verdict], { params: { id }, body: { reason: reasons[verdict] } });
      if (data.outcome === 'taken') showToast(t('said.taken', { tag }));
      return true;
    } catch (error) {
      drop(id);
      // Somebody else decided the name, so it stays out of the queue here.
      if (isFailure(error, 'console.changed')) showToast(t('said.changed', { tag }));
      else {
        showToast(t('said.failed', { tag, why: failureText(error) }));
        await show(id);
      }
      return false;
    }
  };

  return {
    recent,
    decide: (review: Review, verdict: Verdict): void => {
      hide(review.id);
      setRecent((before) => [...before.slice(1 - MAX_RECENT), { review, verdict, until: Date.now() + OFFERED_MS }]);
      answers.current.set(review.id, send(review, verdict));
    },
    /** Undoes a decision. @returns whether the name waits again */
    undo: async ({ review }: Recent): Promise<boolean> => {
      const { id, tag } = review;
      drop(id);
      if (!(await answers.current.get(id))) return false;
      try {
        await call(undoReview, { params: { id }, body: { reason: reasons.undo } });
      } catch (error) {
        showToast(t('said.notUndone', { tag, why: failureText(error) }));
        return false;
      }
      await show(id);
      return true;
    },
  };
};
