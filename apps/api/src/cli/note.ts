import type { AuditNote } from '@laurel/database/audit';
import { recordAudit } from '@laurel/database/audit';
import { createDatabase } from '@laurel/database/client';
import { isUnavailable } from '@laurel/database/errors';
import { systemClock } from '../clock.ts';
import { ConfigError } from '../config.ts';
import { organiserOf, type Who } from './change.ts';
import { locateDatabase, NoDatabaseError } from './database.ts';
import { faultOf } from './faults.ts';
import type { Laurel } from './laurel.ts';

/** An error that keeps the audit log out of reach, and not one of what was asked for. */
const isOutOfReach = (error: unknown): boolean =>
  error instanceof ConfigError ||
  error instanceof NoDatabaseError ||
  isUnavailable(error) ||
  faultOf(error) !== undefined;

/**
 * Writes a change of files down, which no transaction can hold together with its entry: the entry comes first. Where the
 * database can't be reached, as from the container that only sees the files, that is said.
 */
export const noteFromOutside = async (
  laurel: Laurel,
  who: Who,
  what: Pick<AuditNote, 'action' | 'subject' | 'detail'>,
): Promise<void> => {
  try {
    const config = laurel.config();
    const note = { ...organiserOf(who, config), ...what };
    const url = locateDatabase(config).appUrl;
    const { db, close } = createDatabase({ url, maxConnections: 1, applicationName: 'laurel' });
    try {
      await recordAudit(db, note, systemClock.now());
    } finally {
      await close();
    }
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    laurel.output.problem('The database can’t be reached from here, so this is not in the audit log.');
  }
};
