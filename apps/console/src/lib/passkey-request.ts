import { useSyncExternalStore } from 'react';

/** An open request to confirm something with the passkey. */
export type PasskeyRequest = { finish(confirmed: boolean): void };

let open: PasskeyRequest | undefined;
let outcome: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

const setOpen = (next: PasskeyRequest | undefined): void => {
  open = next;
  for (const listener of listeners) listener();
};

/**
 * Asks the person to confirm with the passkey; calls that ask meanwhile share the request. Returns whether they
 * confirmed.
 */
export const requestPasskey = (): Promise<boolean> => {
  outcome ??= new Promise((resolve) => {
    setOpen({
      finish: (confirmed) => {
        outcome = undefined;
        setOpen(undefined);
        resolve(confirmed);
      },
    });
  });
  return outcome;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open request, if there is one. */
export const usePasskeyRequest = (): PasskeyRequest | undefined => useSyncExternalStore(subscribe, () => open);
