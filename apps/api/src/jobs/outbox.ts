import { randomUUID } from 'node:crypto';
import type { Keyring } from '../lib/keyring.ts';
import type { Outbox } from '../lib/outbox.ts';
import { sealPayload } from './payload.ts';
import { addMessageJob } from './queue.ts';

/** The outbox on graphile-worker: a message is a job in the caller's transaction. */
export const createOutbox = (keyring: Keyring): Outbox => ({
  mail: async (tx, mail) => {
    const id = randomUUID();
    const payload = sealPayload(keyring, { channel: 'email', id, ...mail });
    await addMessageJob(tx, { id, channel: 'email', payload });
  },
  sms: async (tx, sms) => {
    const id = randomUUID();
    const payload = sealPayload(keyring, { channel: 'sms', id, ...sms });
    await addMessageJob(tx, { id, channel: 'sms', payload });
  },
});
