/**
 * The result of undoing a decision. UNDONE: the name is pending again. LATE: it was decided a minute or more ago.
 * TAKEN: another account has submitted the name since. UNDECIDED, UNKNOWN: there is no decision to undo.
 */
export type UndoOutcome = 'UNDONE' | 'LATE' | 'TAKEN' | 'UNDECIDED' | 'UNKNOWN';
