import { AppError } from './app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs a piece of work once there is room for it; AppError server.unavailable where there is none in time. */
export type Pool = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A browser gives up after ten seconds: whoever waits is told before, on a machine that has no time for the work. */
const MAX_WAIT_MS = 8_000;

type Room = { atOnce: number; maxWaiting: number; maxWaitMs?: number };

/** Runs at most `atOnce` at a time, lets `maxWaiting` wait in order and for a while, and refuses the rest at once. */
export const createPool = ({ atOnce, maxWaiting, maxWaitMs = MAX_WAIT_MS }: Room): Pool => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const full = (): AppError => new AppError('server.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw full();
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(impatience);
        resolve();
      };
      const impatience = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(full());
      }, maxWaitMs);
      waiting.push(start);
    });
  };
  const leave = (): void => {
    // The place passes straight to the next in line, so that nobody who comes later can take it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
