import { ConfigError } from '../config.ts';
import { writeDown } from '../features/audit/store.ts';
import type { AuditNote } from '../lib/audit.ts';
import { systemClock } from '../lib/clock.ts';
import { isUnavailable } from '../lib/db-errors.ts';
import { organiserOf, type Who } from './change.ts';
import { type Laurel, onRooms } from './laurel.ts';
import { EXIT, MisuseError } from './output.ts';

const isOutOfReach = (error: unknown): boolean =>
  error instanceof ConfigError ||
  isUnavailable(error) ||
  (error instanceof MisuseError && error.message.startsWith('There is no database'));

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
    await onRooms(config, async ({ db }) => {
      await writeDown(db, note, systemClock.now());
      return EXIT.ok;
    });
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    laurel.output.problem('The database can’t be reached from here, so this is not in the audit log.');
  }
};
