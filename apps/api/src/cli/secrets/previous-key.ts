import { SMS_CODE_TTL_MS } from '@laurel/contracts/limits';
import type pg from 'pg';
import { shownTime } from '../../checks/shown-time.ts';
import { after, systemClock } from '../../clock.ts';
import { createKeyring, type Keyring } from '../../crypto/keyring.ts';
import { countForeign } from '../../crypto/keys/service.ts';
import { OBJECTION_TTL_MS } from '../../crypto/objection-tokens.ts';
import { EMAIL_CODE_TTL_MS, REQUEST_KEY_TTL_MS } from '../../limits.ts';
import { locateDatabase, onDatabase } from '../database.ts';
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

/** Codes in mails and text messages from before a switch end within this time, milliseconds. */
export const CODES_MS = Math.max(EMAIL_CODE_TTL_MS, REQUEST_KEY_TTL_MS, SMS_CODE_TTL_MS);
/**
 * How long after a switch a copy of the app may still seal with the old key, milliseconds: it is restarted within this
 * time.
 */
const RESTARTED_MS = 24 * 60 * 60_000;

const ANYWAY = 'With --end-objections the key goes anyway, and people who were told before can no longer object.';

/** What still needs a previous key, as a sentence; undefined if nothing does. */
const needOf = async (
  pool: pg.Pool,
  keyring: Keyring,
  switchedAt: Date,
  ends: boolean,
): Promise<string | undefined> => {
  const left = (await countForeign(pool, keyring)).reduce((sum, each) => sum + each.left, 0);
  if (left > 0) return `${left} stored values are sealed with the previous key. First: laurel secrets reseal`;
  if (ends) return undefined;
  const now = systemClock.now();
  const codesEnd = after(switchedAt, CODES_MS);
  if (codesEnd > now)
    return `Until ${shownTime(codesEnd)} codes from before the switch may need the previous key. ${ANYWAY}`;
  const linksEnd = await readLinksEnd(pool, now, after(switchedAt, RESTARTED_MS));
  return linksEnd
    ? `Until ${shownTime(linksEnd)} people can object to an exclusion by the link of a mail, which may need the previous key. ${ANYWAY}`
    : undefined;
};

/**
 * Checks that nothing needs a previous DATA_KEY any more: what "laurel secrets reseal" reports.
 * @param ends whether codes and links of before the switch may end
 * @throws MisuseError while something needs it, or if the database can't be asked
 */
export const requireUnneeded = async (laurel: Laurel, switchedAt: Date, ends: boolean): Promise<void> => {
  const config = laurel.config();
  let need: string | undefined;
  try {
    const keyring = createKeyring(config.dataKey, config.dataKeysPrevious);
    need = await onDatabase({ url: locateDatabase(config).appUrl }, ({ pool }) =>
      needOf(pool, keyring, switchedAt, ends),
    );
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    if (ends) return;
    need = `The database can’t be reached from here, so it is unknown what needs the previous key. ${ANYWAY}`;
  }
  if (need !== undefined) throw new MisuseError(need);
};
