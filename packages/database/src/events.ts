import type { Tx } from './client.ts';

/** A rare change that other processes should read. It is only a hint: receivers read the data again. */
export type ChangeEvent = { kind: 'verification'; topic: string };

/** The PostgreSQL channel of the events. */
export const EVENTS_CHANNEL = 'laurel_events';

/** Announces that a verification's status changed, when the transaction commits. `topic` is the hex event hash. */
export const announce = async (tx: Tx, event: ChangeEvent): Promise<void> => {
  await tx.$executeRaw`SELECT pg_notify(${EVENTS_CHANNEL}, ${JSON.stringify(event)})`;
};
