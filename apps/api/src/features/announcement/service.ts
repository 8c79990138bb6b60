import type { Db, Transact } from '@laurel/database/client';
import type { Outbox } from '../../jobs/port.ts';
import { MAILS_A_MINUTE } from '../../limits.ts';
import type { StopUrlOf } from '../unsubscribing/port.ts';
import { claimRecipients, storeWish } from './store.ts';

type Deps = {
  db: Db;
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  /** Whether all winners are public and can't change any more. */
  isAnnounced(now: Date): Promise<boolean>;
  stopUrlOf: StopUrlOf;
};

/** Tells people who asked for it that the winners are announced. */
export type Announcement = {
  /** Stores whether a person wants a mail. */
  want(accountId: string, wanted: boolean): Promise<void>;
  /** Mails the next group, once a minute. Two runs at once mail nobody twice. */
  tell(now: Date): Promise<void>;
};

export const createAnnouncement = ({ db, transact, outbox, isAnnounced, stopUrlOf }: Deps): Announcement => ({
  want: (accountId, wanted) => storeWish(db, accountId, wanted),
  tell: async (now) => {
    if (!(await isAnnounced(now))) return;
    await transact(async (tx) => {
      for (const { accountId, name, email, language } of await claimRecipients(tx, MAILS_A_MINUTE)) {
        const message = { kind: 'winners_announced' as const, name, stopUrl: stopUrlOf(accountId, language) };
        await outbox.mail(tx, { to: email, language, accountId, message, later: true });
      }
    });
  },
});
