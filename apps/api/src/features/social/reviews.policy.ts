/** How long an organiser may undo a decision, milliseconds; so long its mail waits. */
export const UNDO_MS = 60_000;

/** What the audit log calls what organisers do about an Instagram name. */
export const REVIEW_ACTIONS = { approve: 'review.approve', reject: 'review.reject', undo: 'review.undo' } as const;

/**
 * What came of undoing a decision. UNDONE: the name waits again. LATE: it was decided more than a minute ago. TAKEN: another
 * person has submitted the name since. UNDECIDED, UNKNOWN: there is no decision to undo.
 */
export type UndoOutcome = 'UNDONE' | 'LATE' | 'TAKEN' | 'UNDECIDED' | 'UNKNOWN';

/** Whether a decision may still be undone, judged by the newest entry of the audit log about its submission. */
export const undoableAt = (last: { action: string; at: Date } | undefined, now: Date): 'yes' | 'UNDECIDED' | 'LATE' => {
  if (!last || last.action === REVIEW_ACTIONS.undo) return 'UNDECIDED';
  return now.getTime() - last.at.getTime() < UNDO_MS ? 'yes' : 'LATE';
};
