import { useSyncExternalStore } from 'react';

/**
 * Whether the server answers. `answeredAt` is when its last answer arrived: the numbers on the screen are from then.
 */
export type Connection = {
  readonly state: 'good' | 'lost' | 'failing';
  readonly answeredAt: Date | undefined;
};

let connection: Connection = { state: 'good', answeredAt: undefined };
const listeners = new Set<() => void>();

const change = (next: Connection): void => {
  connection = next;
  for (const listener of listeners) listener();
};

/** Notes that the server answered a call. */
export const noteAnswer = (now: Date): void => {
  const recovered = connection.state !== 'good';
  const next: Connection = { state: 'good', answeredAt: now };
  // A good connection stays good without telling the listeners: only the time changes, which nothing shows.
  if (recovered) change(next);
  else connection = next;
};

/** Notes that no answer arrived (`lost`), or an answer that says that the server can't work (`failing`). */
export const noteTrouble = (state: 'lost' | 'failing'): void => {
  if (connection.state !== state) change({ ...connection, state });
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The connection. A component that uses it renders again when the state changes. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
