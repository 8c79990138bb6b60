// Checks of backups, for `laurel doctor` and before going live.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupEvidence, readBackupEvidence } from '@laurel/database/backup-evidence';
import type { Queryable } from '@laurel/database/queryable';
import { bad, type Finding, good, skipped, todo } from './finding.ts';
import { shownTime } from './shown-time.ts';

/** A restarted backup service reconnects within this time. */
const AWAY_MS = 5 * 60_000;
/** The age at which a drill is outdated: the database, the keys and the store change. */
const DRILL_MS = 31 * 24 * 60 * 60_000;
const MB = 1024 ** 2;

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} minutes`;

/**
 * Checks that the backup service is reading the write-ahead log of this database.
 * @param evidence the result of `readBackupEvidence`
 */
export const assessBackupSlot = ({ slot, hasStandby }: BackupEvidence, now: Date): Finding => {
  const start = 'Start the backup: docker compose up -d backup. "docker compose logs backup" says why it stopped.';
  if (!slot) {
    if (hasStandby) {
      return todo(
        'no backup reads the primary; one that reads a standby can’t be seen from here',
        'Check it: deploy/laurel backup status.',
      );
    }
    const advice = `${start} Where your host backs the database up, make sure that it can be restored.`;
    return bad('no backup reads this database: it has no replication slot laurel_backup', advice);
  }
  const kept = `${Math.round(slot.retainedBytes / MB)} MB of its log are kept for it`;
  if (slot.reading) return good(`the backup reads the log; ${kept}`);
  if (slot.status === 'lost') {
    return bad('the backup is away, and the log that it needs next is gone', `${start} It takes a new base backup.`);
  }
  const awayMs = slot.awaySince && now.getTime() - slot.awaySince.getTime();
  if (awayMs !== undefined && awayMs < AWAY_MS) return good(`the backup has been away for ${minutes(awayMs)}; ${kept}`);
  const since = awayMs === undefined ? '' : ` for ${minutes(awayMs)}`;
  return bad(`the backup has not read the log${since}: later votes are in no backup; ${kept}`, start);
};

/** Checks that a recent drill restored a backup with every acknowledged vote. */
export const assessDrill = ({ lastDrill }: BackupEvidence, now: Date): Finding => {
  const advice = 'Try a restore: deploy/laurel backup drill. It asks for the private key.';
  if (!lastDrill) return bad('no restore was ever tried', advice);
  if (!lastDrill.succeeded) return bad(`the restore that was tried at ${shownTime(lastDrill.at)} failed`, advice);
  const age = now.getTime() - lastDrill.at.getTime();
  if (age > DRILL_MS) return bad(`the last restore was tried at ${shownTime(lastDrill.at)}`, advice);
  return good(`a restore was tried at ${shownTime(lastDrill.at)}`);
};

/** `assessBackupSlot` on a database. */
export const checkBackupSlot = async (client: Queryable, now: Date): Promise<Finding> =>
  assessBackupSlot(await readBackupEvidence(client), now);

/** `assessDrill` on a database. */
export const checkDrill = async (client: Queryable, now: Date): Promise<Finding> =>
  assessDrill(await readBackupEvidence(client), now);

/**
 * Checks that the private key of the backups was moved away from this machine.
 * @param secrets the deployment's folder secrets/; undefined if it is not visible, as in the app's container
 */
export const checkBackupKey = (secrets: string | undefined): Finding => {
  if (secrets === undefined || !existsSync(secrets)) {
    const ask = '"deploy/laurel doctor" checks it';
    return skipped(`the folder of secrets can’t be seen from in here: ${ask}`);
  }
  const file = join(secrets, 'backup_identity');
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() === '') {
    return good('the private key of the backups is not on this machine');
  }
  const advice =
    'Copy secrets/backup_identity, secrets/backup_verify_key, secrets/data_key and secrets/log_key to a place away from this machine, then delete secrets/backup_identity here: no container needs it.';
  return bad('the private key that opens the backups is still on this machine', advice);
};
