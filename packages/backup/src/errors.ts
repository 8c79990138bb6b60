/** An error of a backup or a restore. Its message is for the organiser: what happened, and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The database is an older copy than the one in the store. */
export class OlderCopyError extends BackupError {
  override name = 'OlderCopyError';
}
