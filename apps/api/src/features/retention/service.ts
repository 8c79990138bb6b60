import type { Db, Transact, Tx } from '@laurel/database/client';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { Outbox } from '../../jobs/port.ts';
import { claimUnused, eraseUnused, findErasable } from './store.ts';

/** How many people one job tells, in one transaction, and how many accounts it erases, each in its own. */
const GROUP = 100;

/** Who erases, in the audit log. */
const ACTOR = 'Laurel';

type Deps = {
  db: Db;
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  fingerprint: Fingerprint;
  /** How many months an account may be unused. */
  months: number;
  /** Queues the job for the next accounts. */
  queueNext(tx: Db | Tx): Promise<void>;
};

/** Erases accounts that nobody uses. */
export type Retention = {
  /**
   * Tells the people of a group of unused accounts by mail, erases a group of those that were told a month ago, and queues
   * itself again while accounts are left. It may run twice at once, and again after a crash.
   */
  run(now: Date): Promise<void>;
};

export const createRetention = ({ db, transact, outbox, fingerprint, months, queueNext }: Deps): Retention => {
  const tell = (now: Date): Promise<boolean> =>
    transact(async (tx) => {
      const unused = await claimUnused(tx, { months, limit: GROUP, now });
      for (const { accountId, name, email, language, usedAt, erasedAfter } of unused) {
        const times = { usedAt: usedAt.toISOString(), erasedAfter: erasedAfter.toISOString() };
        const message = { kind: 'account_unused' as const, name, ...times };
        await outbox.mail(tx, { to: email, language, accountId, message, later: true });
      }
      return unused.length === GROUP;
    });

  const erase = async (now: Date): Promise<boolean> => {
    const erasable = await findErasable(db, { months, limit: GROUP, now });
    let erased = 0;
    for (const { accountId, address } of erasable) {
      const addressHash = fingerprint('email', address);
      const reason = `unused for ${months} months, and for a month after the mail about it`;
      const erasure = { accountId, address, addressHash, months, actor: ACTOR, reason, now };
      if (await transact((tx) => eraseUnused(tx, erasure))) erased += 1;
    }
    return erased === GROUP;
  };

  return {
    run: async (now) => {
      const more = [await tell(now), await erase(now)];
      if (more.includes(true)) await queueNext(db);
    },
  };
};
