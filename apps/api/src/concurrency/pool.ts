import { AppError } from '../app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs a piece of work once there is room for it; AppError server.unavailable where too many are waiting already. */
export type Pool = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs at most `atOnce` at a time, lets `maxWaiting` wait in order, and refuses the rest at once. */
export const createPool = ({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Pool => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
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

/** Runs work in a pool of its own for each key, so that nobody waits for what comes under another key. */
export const createPools = (
  options: Parameters<typeof createPool>[0],
): (<Result>(key: string, work: () => Promise<Result>) => Promise<Result>) => {
  const pools = new Map<string, { pool: Pool; users: number }>();
  return async (key, work) => {
    const entry = pools.get(key) ?? { pool: createPool(options), users: 0 };
    entry.users += 1;
    pools.set(key, entry);
    try {
      return await entry.pool(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) pools.delete(key);
    }
  };
};
