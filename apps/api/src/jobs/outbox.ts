import { randomUUID } from 'node:crypto';
import type { Tx } from '@laurel/database/client';
import type { Keyring } from '../crypto/keyring.ts';
import { sealPayload } from './payload.ts';
import type { Outbox } from './port.ts';
import { addMessageJob } from './queue.ts';

/**
 * The outbox on graphile-worker: a message is a job in the caller's transaction.
 * @param assertClockRight throws if this process's clock differs from the database's: the code might already be expired
 *   when it is written, and would never be sent
 */
export const createOutbox = (
  keyring: Keyring,
  assertClockRight: (tx: Tx) => Promise<void> = async () => {},
): Outbox => ({
  mail: async (tx, { hold, ...mail }) => {
    await assertClockRight(tx);
    const id = hold?.id ?? randomUUID();
    const payload = sealPayload(keyring, { channel: 'email', id, ...mail });
    await addMessageJob(tx, { id, channel: 'email', payload, waitMs: hold?.ms ?? 0 });
  },
  sms: async (tx, { hold: _hold, ...sms }) => {
    await assertClockRight(tx);
    const id = randomUUID();
    const payload = sealPayload(keyring, { channel: 'sms', id, ...sms });
    await addMessageJob(tx, { id, channel: 'sms', payload });
  },
});
