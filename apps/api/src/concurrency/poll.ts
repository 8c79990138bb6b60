import { setTimeout as sleep } from 'node:timers/promises';

export type Poll = { start(): void; close(): Promise<void> };

/**
 * Runs `work` repeatedly, `everyMs` milliseconds after its last end, until it is closed.
 * @param onError is called for the first of consecutive failures
 */
export const createPoll = (everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Poll => {
  const stopping = new AbortController();
  let polling: Promise<void> | undefined;
  const poll = async (): Promise<void> => {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        await work();
        isFailing = false;
      } catch (error) {
        if (!isFailing) onError(error);
        isFailing = true;
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      polling ??= poll();
    },
    close: async () => {
      stopping.abort();
      await polling;
    },
  };
};
