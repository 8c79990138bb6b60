import type { Transact } from '@laurel/database/client';
import { createAnnouncement } from '../features/announcement/service.ts';
import type { Phases } from '../features/phases/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the mails to people who asked to be told that the winners are announced. */
export const wireAnnouncement = (
  { db, keyring, publicUrl }: Infrastructure,
  transact: Transact,
  { outbox, phases }: { outbox: Outbox; phases: Pick<Phases, 'at' | 'isSettled'> },
) =>
  createAnnouncement({
    db,
    transact,
    outbox,
    keyring,
    publicUrl,
    isAnnounced: (now) => phases.at(now) === 'announced' && phases.isSettled(now),
  });
