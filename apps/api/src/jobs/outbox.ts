import { randomUUID } from 'node:crypto';
import type { Tx } from '@laurel/database/client';
import { callingCodeOf } from '../crypto/calling-code.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Providers } from './history.ts';
import { sealPayload } from './payload.ts';
import type { Outbox } from './port.ts';
import { newMessage } from './queue.ts';

type Deps = {
  keyring: Keyring;
  providers: Providers;
  now(): Date;
  /**
   * Throws if this process's clock differs from the database's: the code might already be expired when it is written, and
   * would never be sent.
   */
  assertClockRight?: (tx: Tx) => Promise<void>;
};

/** The outbox on graphile-worker: a message is a job in the caller's transaction, with its row in the history. */
export const createOutbox = ({ keyring, providers, now, assertClockRight = async () => {} }: Deps): Outbox => {
  const prepareMail: Outbox['prepareMail'] = async (tx, { hold, later, accountId = null, ...mail }) => {
    await assertClockRight(tx);
    const id = hold?.id ?? randomUUID();
    const payload = { ...sealPayload(keyring, { channel: 'email', id, ...mail }), ...(later && { later }) };
    const job = { id, channel: 'email', payload, waitMs: hold?.ms ?? 0 } as const;
    const { kind: purpose } = mail.message;
    return newMessage(job, { accountId, purpose, provider: providers.email, createdAt: now() });
  };
  return {
    prepareMail,
    prepareSms: async (tx, id, { hold: _hold, accountId = null, via = 'sms', ...sms }) => {
      await assertClockRight(tx);
      const payload = sealPayload(keyring, { channel: 'sms', id, via, ...sms });
      const note = { accountId, purpose: sms.message.kind, callingCode: callingCodeOf(sms.to) };
      return newMessage({ id, channel: 'sms', payload }, { ...note, provider: providers[via], createdAt: now() });
    },
    mail: async (tx, mail) => {
      await tx.$executeRaw`SELECT ${await prepareMail(tx, mail)}`;
    },
  };
};
