/** A rare change that other processes should read. It is only a hint: receivers read the data again. */
export type ChangeEvent = { kind: 'verification'; topic: string };

/** The PostgreSQL channel of the events. */
export const EVENTS_CHANNEL = 'laurel_events';
