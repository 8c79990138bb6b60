import { createDatabase } from '@laurel/database/client';
import type pg from 'pg';
import { shownTime } from '../../checks/shown-time.ts';
import { after, systemClock } from '../../clock.ts';
import { OBJECTION_TTL_MS } from '../../crypto/objection-tokens.ts';
import { locateDatabase } from '../database.ts';
import type { Laurel } from '../laurel.ts';
import { isUnreachable } from '../note.ts';
import { MisuseError } from '../output.ts';

/**
 * When the last link of a mail about an exclusion ends; undefined if none is valid at `now`. Such a link is sealed with the
 * DATA_KEY of its time. It is not stored, so it can't be sealed again with a new key.
 * @param sentBefore links that were sent later are ignored
 */
export const readLinksEnd = async (pool: pg.Pool, now: Date, sentBefore = now): Promise<Date | undefined> => {
  const { rows } = await pool.query<{ sentAt: Date | null }>(
    `SELECT max(n.sent_at) AS "sentAt" FROM exclusion_notices n JOIN exclusions x ON x.id = n.exclusion_id
      WHERE x.undone_at IS NULL AND n.sent_at <= $1`,
    [sentBefore],
  );
  const sentAt = rows[0]?.sentAt;
  const end = sentAt ? after(sentAt, OBJECTION_TTL_MS) : undefined;
  return end && end > now ? end : undefined;
};

const ANYWAY = 'With --end-objections the key goes anyway, and people who were told before can no longer object.';

/**
 * Checks that no valid link of a mail about an exclusion needs a previous key.
 * @param sentBefore later mails have links of the current key
 * @throws MisuseError while a link of a mail about an exclusion may need a previous key, or if the database can't be asked
 */
export const requireNoLinks = async (laurel: Laurel, sentBefore: Date): Promise<void> => {
  let end: Date | undefined;
  try {
    const url = locateDatabase(laurel.config()).appUrl;
    const { pool, close } = createDatabase({ url, maxConnections: 1, applicationName: 'laurel' });
    try {
      end = await readLinksEnd(pool, systemClock.now(), sentBefore);
    } finally {
      await close();
    }
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new MisuseError(
      `The database can’t be reached from here, so it is unknown whether links of mails about exclusions need the previous key. ${ANYWAY}`,
    );
  }
  if (end) {
    throw new MisuseError(
      `Until ${shownTime(end)} people can object to an exclusion by the link of a mail, which may need the previous key. ${ANYWAY}`,
    );
  }
};
