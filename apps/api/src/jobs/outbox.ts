import { randomUUID } from 'node:crypto';
import type { Tx } from '@laurel/database/client';
import type { Keyring } from '../crypto/keyring.ts';
import { sealPayload } from './payload.ts';
import type { Outbox } from './port.ts';
import { addMessageJob, removeMessageJob } from './queue.ts';

/**
 * The outbox on graphile-worker: a message is a job in the caller's transaction.
 * @param demandClock refuses where this process has another time than the database: a code that expired before it was
 *   written would be promised, and never sent
 */
export const createOutbox = (keyring: Keyring, demandClock: (tx: Tx) => Promise<void> = async () => {}): Outbox => ({
  mail: async (tx, { hold, ...mail }) => {
    await demandClock(tx);
    const id = hold?.id ?? randomUUID();
    const payload = sealPayload(keyring, { channel: 'email', id, ...mail });
    await addMessageJob(tx, { id, channel: 'email', payload, waitMs: hold?.ms ?? 0 });
  },
  takeBack: removeMessageJob,
  sms: async (tx, { hold: _hold, ...sms }) => {
    await demandClock(tx);
    const id = randomUUID();
    const payload = sealPayload(keyring, { channel: 'sms', id, ...sms });
    await addMessageJob(tx, { id, channel: 'sms', payload });
  },
});
