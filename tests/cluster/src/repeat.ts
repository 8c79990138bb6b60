import { setTimeout as sleep } from 'node:timers/promises';

/** Work in the background: a step again and again, with a pause after each. `stop` waits for the step that has begun. */
export const createRepeat = (pauseMs: number) => {
  let working: Promise<void> | undefined;
  let stopping = false;
  return {
    start: (step: () => Promise<void>): void => {
      stopping = false;
      working = (async () => {
        for (; !stopping; await sleep(pauseMs)) await step();
      })();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      await working;
    },
  };
};
