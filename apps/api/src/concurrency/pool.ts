import PQueue from 'p-queue';
import { AppError } from '../app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs a task in order. @throws AppError server.unavailable if too many are waiting */
export type Pool = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Bounds = { atOnce: number; maxWaiting: number };

const enqueue = async <Result>(queue: PQueue, maxWaiting: number, work: () => Promise<Result>): Promise<Result> => {
  if (queue.size >= maxWaiting && queue.pending >= queue.concurrency) {
    throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return queue.add(work);
};

/** Creates a pool that runs at most `atOnce` tasks at a time, queues `maxWaiting`, and rejects the rest at once. */
export const createPool = ({ atOnce, maxWaiting }: Bounds): Pool => {
  const queue = new PQueue({ concurrency: atOnce });
  return (work) => enqueue(queue, maxWaiting, work);
};

/** Creates a pool for each key, so that tasks of one key never wait for those of another. */
export const createPools = ({
  atOnce,
  maxWaiting,
}: Bounds): (<Result>(key: string, work: () => Promise<Result>) => Promise<Result>) => {
  const queues = new Map<string, PQueue>();
  return async (key, work) => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: atOnce });
    queues.set(key, queue);
    try {
      return await enqueue(queue, maxWaiting, work);
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key);
    }
  };
};
