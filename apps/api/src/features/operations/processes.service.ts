import { createPoll, type Poll } from '../../concurrency/poll.ts';
import type { ProcessState } from './processes.store.ts';

/**
 * How often a process writes its state, milliseconds. The console counts the processes that wrote in the last 20
 * seconds.
 */
const EVERY_MS = 5_000;

type Deps = {
  id: string;
  startedAt: Date;
  sockets(): number;
  write(state: ProcessState): Promise<void>;
  remove(id: string): Promise<void>;
  onError(error: unknown): void;
};

/**
 * Records for the console that this process runs, and how many sockets it has. Removes the record when it is closed.
 */
export const createPresence = ({ id, startedAt, sockets, write, remove, onError }: Deps): Poll => {
  const poll = createPoll(EVERY_MS, () => write({ id, startedAt, sockets: sockets() }), onError);
  return {
    start: poll.start,
    close: async () => {
      await poll.close();
      await remove(id).catch(onError);
    },
  };
};
