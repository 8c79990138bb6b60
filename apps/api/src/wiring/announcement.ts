import type { Transact } from '@laurel/database/client';
import { createAnnouncement } from '../features/announcement/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { wireVoting } from './voting.ts';

/** Wires the mails to people who asked to be told that the winners are announced. */
export const wireAnnouncement = (
  { db, keyring, publicUrl }: Infrastructure,
  transact: Transact,
  outbox: Outbox,
  { phases, isAnnounced }: Pick<Awaited<ReturnType<typeof wireVoting>>, 'phases' | 'isAnnounced'>,
) =>
  createAnnouncement({
    db,
    transact,
    outbox,
    keyring,
    publicUrl,
    isAnnounced: async (now) => phases.isSettled(now) && (await isAnnounced(now)),
  });
