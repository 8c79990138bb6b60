import type { Transact } from '@laurel/database/client';
import { createAnnouncement } from '../features/announcement/service.ts';
import { createReminders } from '../features/reminders/service.ts';
import { createUnsubscribing, type Unsubscribing } from '../features/unsubscribing/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { wireVoting } from './voting.ts';

/** Wires the mails that are sent to many and that each person can end: about the winners, and reminders. */
export const wireMailLists = (
  { db, edition, keyring, publicUrl }: Infrastructure,
  transact: Transact,
  outbox: Outbox,
  { phases, isAnnounced }: Pick<Awaited<ReturnType<typeof wireVoting>>, 'phases' | 'isAnnounced'>,
) => {
  const unsubscribing: Unsubscribing = createUnsubscribing({
    keyring,
    publicUrl,
    stops: {
      'winners-mail': (accountId) => announcement.want(accountId, false),
      reminders: (accountId) => reminders.stop(accountId),
    },
  });
  const announcement = createAnnouncement({
    db,
    transact,
    outbox,
    isAnnounced: async (now) => phases.isSettled(now) && (await isAnnounced(now)),
    stopUrlOf: (accountId, language) => unsubscribing.urlOf('winners-mail', accountId, language),
  });
  const reminders = createReminders({
    db,
    transact,
    outbox,
    phases,
    publicUrl,
    isOn: () => edition.reminders === 'on',
    stopUrlOf: (accountId, language) => unsubscribing.urlOf('reminders', accountId, language),
  });
  return { announcement, reminders, unsubscribing };
};
