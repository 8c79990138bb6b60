import { type PhaseTimes, votingEndsAt } from '@laurel/contracts/phase';
import type { Db, Transact } from '@laurel/database/client';
import type { Outbox } from '../../jobs/port.ts';
import { MAILS_A_MINUTE } from '../../limits.ts';
import type { StopUrlOf } from '../unsubscribing/port.ts';
import { dueReminders } from './policy.ts';
import { claimRecipients, storeRefusal } from './store.ts';

type Deps = {
  db: Db;
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  /** `isOpen`: whether voting is open by all clocks; undefined if it is open by one of them only. */
  phases: { isOpen(now: Date): boolean | undefined; times(): PhaseTimes };
  /** Whether the edition has reminders. */
  isOn(): boolean;
  stopUrlOf: StopUrlOf;
  publicUrl: string;
};

/** Reminds people who stopped on the way to their first vote. */
export type Reminders = {
  /** Ends reminders of a person for good. */
  stop(accountId: string): Promise<void>;
  /** Mails the next group, once a minute. Two runs at once mail nobody twice. */
  remind(now: Date): Promise<void>;
};

export const createReminders = (deps: Deps): Reminders => {
  const { db, transact, outbox, phases, stopUrlOf, publicUrl } = deps;
  return {
    stop: (accountId) => storeRefusal(db, accountId),
    remind: async (now) => {
      if (!deps.isOn() || !phases.isOpen(now)) return;
      const endsAt = votingEndsAt(phases.times());
      await transact(async (tx) => {
        let limit = MAILS_A_MINUTE;
        for (const due of dueReminders(now, endsAt)) {
          const people = await claimRecipients(tx, { ...due, now, limit });
          limit -= people.length;
          for (const { accountId, name, email, language, step } of people) {
            const resumeUrl = `${publicUrl}/?resume=1&lang=${language}`;
            const stopUrl = stopUrlOf(accountId, language);
            const message = { kind: 'reminder' as const, name, step, last: due.kind === 'closing', resumeUrl, stopUrl };
            const dropAfter = endsAt === null ? {} : { dropAfter: endsAt };
            await outbox.mail(tx, { to: email, language, accountId, message, later: true, ...dropAfter });
          }
        }
      });
    },
  };
};
