import type { Db, Transact } from '@laurel/database/client';
import type { Keyring } from '../../crypto/keyring.ts';
import type { Outbox } from '../../jobs/port.ts';
import { claimRecipients, storeWish } from './store.ts';

/** How many people are told in a minute: mailbox providers hold back a sender that suddenly sends much more. */
const GROUP = 200;

/** The path at which a person takes the wish back, with the token of the mail. */
export const STOP_PATH = '/winners-mail';

type Deps = {
  db: Db;
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  keyring: Pick<Keyring, 'seal' | 'open'>;
  /** Whether all winners are public and can't change any more. */
  isAnnounced(now: Date): Promise<boolean>;
  publicUrl: string;
};

/** Tells people who asked for it that the winners are announced. */
export type Announcement = {
  /** Stores whether a person wants a mail. */
  want(accountId: string, wanted: boolean): Promise<void>;
  /** Takes back the wish of the person who got this token; false if it is not one. */
  stop(token: string): Promise<boolean>;
  /** Mails the next group, once a minute. Two runs at once mail nobody twice. */
  tell(now: Date): Promise<void>;
};

export const createAnnouncement = (deps: Deps): Announcement => {
  const { db, keyring } = deps;
  const accountOf = (token: string): string | undefined => {
    try {
      return keyring.open('winners-mail', Buffer.from(token, 'base64url')).toString();
    } catch {
      return undefined;
    }
  };
  return {
    want: (accountId, wanted) => storeWish(db, accountId, wanted),
    stop: async (token) => {
      const account = accountOf(token);
      if (account !== undefined) await storeWish(db, account, false);
      return account !== undefined;
    },
    tell: async (now) => {
      if (!(await deps.isAnnounced(now))) return;
      await deps.transact(async (tx) => {
        for (const { accountId, name, email, language } of await claimRecipients(tx, GROUP)) {
          const token = keyring.seal('winners-mail', accountId).toString('base64url');
          const stopUrl = `${deps.publicUrl}${STOP_PATH}?token=${token}&lang=${language}`;
          const message = { kind: 'winners_announced' as const, name, stopUrl };
          await deps.outbox.mail(tx, { to: email, language, accountId, message, later: true });
        }
      });
    },
  };
};
