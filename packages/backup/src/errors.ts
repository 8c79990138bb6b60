/** What stands in the way of a backup or a restore, in words for the organiser: what happened, what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
