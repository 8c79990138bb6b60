import type { Db, Transact } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import type { LimitRule } from '../../http/limits/port.ts';
import type { Outbox } from '../../jobs/port.ts';
import { CODE_TRIES, EMAIL_CODE_TTL_MS } from '../../limits.ts';
import type { Codes } from '../codes/port.ts';
import { type Change, readContact, readOpenCodes, replaceCodes } from './changes.store.ts';
import { languageOf } from './policy.ts';

/** The most open codes of one account that a mail replaces. Pages in several browsers may each wait for one. */
const MAX_OPEN = 5;

type Deps = {
  db: Db;
  transact: Transact;
  codes: Pick<Codes, 'recode'>;
  outbox: Pick<Outbox, 'mail'>;
  /** The counters to charge for a mail to an address. The person's own requests charge some of them, too. */
  chargesOf(emailCanonical: string): readonly { key: string; rule: LimitRule }[];
};

/**
 * Sends the newest open code by mail again. Every page that waits for a code accepts it.
 * @throws AppError console.not_found, console.no_open_code, console.on_its_way, limit.exceeded
 */
export type SendAgain = (change: Change) => Promise<void>;

/** Stores the hash of the newest code in place of those of the person's other codes. */
export const createSendAgain =
  ({ db, transact, codes, outbox, chargesOf }: Deps): SendAgain =>
  async (change) => {
    const { id, now } = change;
    const address = (await readContact(db, id))?.emailCanonical;
    if (address === undefined) throw new AppError('console.not_found');
    const [newest, ...older] = await readOpenCodes(db, { id, tries: CODE_TRIES, most: MAX_OPEN, now });
    if (!newest) throw new AppError('console.no_open_code');
    const ids = [newest, ...older].filter(({ kind }) => kind === newest.kind).map((each) => each.id);
    const { code, hashes } = codes.recode(ids);
    await transact(async (tx) => {
      const expiresAt = after(now, EMAIL_CODE_TTL_MS);
      const request = { ...change, codes: { ids, hashes, expiresAt }, charges: chargesOf(address) };
      const sent = await replaceCodes(tx, request);
      if (sent.outcome === 'limited') {
        const wait = Math.max(1, Math.ceil((sent.until.getTime() - now.getTime()) / 1000));
        throw new AppError('limit.exceeded', { retryAfterSeconds: wait });
      }
      if (sent.outcome === 'queued') throw new AppError('console.on_its_way');
      if (sent.outcome === 'none') throw new AppError('console.no_open_code');
      await outbox.mail(tx, {
        to: sent.email,
        language: languageOf(sent.language),
        accountId: id,
        challengeId: sent.codeId,
        dropAfter: expiresAt,
        message: { kind: sent.kind === 'email' ? 'email_code' : 'password_code', name: sent.name, code },
      });
    });
  };
