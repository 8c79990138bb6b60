/** An error of a backup or a restore. Its message is for the organiser: what happened, and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The connection leads to another database than that in the store, or to an older copy of it. */
export class WrongDatabaseError extends BackupError {
  override name = 'WrongDatabaseError';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
