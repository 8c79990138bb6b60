/** The names of the organisers' actions on Instagram names in the audit log. */
export const REVIEW_ACTIONS = { approve: 'review.approve', reject: 'review.reject', undo: 'review.undo' } as const;

/**
 * The result of undoing a decision. UNDONE: the name is pending again. LATE: it was decided a minute or more ago.
 * TAKEN: another account has submitted the name since. UNDECIDED, UNKNOWN: there is no decision to undo.
 */
export type UndoOutcome = 'UNDONE' | 'LATE' | 'TAKEN' | 'UNDECIDED' | 'UNKNOWN';
