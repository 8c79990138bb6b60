import type { AuditNote } from '@laurel/database/audit';
import { recordAudit } from '@laurel/database/audit';
import { isUnavailable } from '@laurel/database/errors';
import { systemClock } from '../clock.ts';
import { ConfigError } from '../config.ts';
import { organiserOf, type Who } from './change.ts';
import { locateDatabase, NoDatabaseError, onDatabase } from './database.ts';
import { faultOf } from './faults.ts';
import type { Laurel } from './laurel.ts';

/** Whether an error means that the database, and so the audit log, is unreachable. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ConfigError ||
  error instanceof NoDatabaseError ||
  isUnavailable(error) ||
  faultOf(error) !== undefined;

/**
 * Records a change of files in the audit log, before the change, because no transaction can cover both. If the database is
 * unreachable, as in a container that has only the files, it prints that.
 */
export const recordFileChange = async (
  laurel: Laurel,
  who: Who,
  what: Pick<AuditNote, 'action' | 'subject' | 'detail'>,
): Promise<void> => {
  try {
    const config = laurel.config();
    const note = { ...organiserOf(who, config), ...what };
    await onDatabase({ url: locateDatabase(config).appUrl }, ({ db }) => recordAudit(db, note, systemClock.now()));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    laurel.output.problem('The database can’t be reached from here, so this is not in the audit log.');
  }
};
