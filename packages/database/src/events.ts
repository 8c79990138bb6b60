import type { Tx } from './client.ts';

/** A rare fact that other processes should look up again. It is a hint, never the truth: receivers re-read. */
export type ChangeEvent = { kind: 'verification'; topic: string };

/** The PostgreSQL channel that events travel on. */
export const EVENTS_CHANNEL = 'laurel_events';

/** Announces that a verification's status changed, when the transaction commits. `topic` is the hex event hash. */
export const announce = async (tx: Tx, event: ChangeEvent): Promise<void> => {
  await tx.$executeRaw`SELECT pg_notify(${EVENTS_CHANNEL}, ${JSON.stringify(event)})`;
};
