import { setTimeout as sleep } from 'node:timers/promises';

export type Poll = { start(): void; close(): Promise<void> };

/**
 * Runs `work` again and again, `everyMs` milliseconds after it ended, until it is closed.
 * @param trouble hears of the first failure in a row only
 */
export const createPoll = (everyMs: number, work: () => Promise<void>, trouble: (error: unknown) => void): Poll => {
  const stopping = new AbortController();
  let polling: Promise<void> | undefined;
  const poll = async (): Promise<void> => {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        await work();
        isFailing = false;
      } catch (error) {
        if (!isFailing) trouble(error);
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
