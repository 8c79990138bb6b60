import { useSyncExternalStore } from 'react';

/** Whether the server answers. `answeredAt` is the moment of its last answer, so the age of the numbers on the screen. */
export type Connection = {
  readonly state: 'good' | 'lost' | 'failing';
  readonly answeredAt: Date | undefined;
};

let connection: Connection = { state: 'good', answeredAt: undefined };
const listeners = new Set<() => void>();

const become = (next: Connection): void => {
  connection = next;
  for (const listener of listeners) listener();
};

/** Notes that the server answered a call. */
export const noteAnswer = (now: Date): void => {
  const moved = connection.state !== 'good';
  const next: Connection = { state: 'good', answeredAt: now };
  // The time alone changes with every answer: nothing shows it while the connection is good.
  if (moved) become(next);
  else connection = next;
};

/** Notes that no answer arrived (`lost`), or one that says that the server can't work (`failing`). */
export const noteTrouble = (state: 'lost' | 'failing'): void => {
  if (connection.state !== state) become({ ...connection, state });
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The connection; a component that uses it renders again when it is lost or found. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
