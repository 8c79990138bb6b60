import { type Busy, isCalm } from '../../concurrency/busy.ts';
import { createPoll } from '../../concurrency/poll.ts';
import { type Cast, ORIGINS, originLine } from './origins.policy.ts';

type Deps = {
  record(lines: readonly string[]): Promise<void>;
  /** Moves one recorded batch to the table of origins; false if there is none. */
  settle(): Promise<boolean>;
  /** How busy votes have kept this process since the last call. */
  busy(): Busy;
  /** Called with origins that will not be stored: the buffer was full, or writing failed too often. */
  onDropped(rows: number, why: 'full' | 'failed'): void;
  /** Called for the first of consecutive failures to record or to settle, and if the last recording fails. */
  onError(error: unknown): void;
};

export type VoteOrigins = {
  /** Remembers where an accepted vote came from. Never fails and never waits. */
  note(cast: Cast): void;
  /** Records what is waiting. @throws when a batch can't be written; it is tried again */
  flush(): Promise<void>;
  /** Moves recorded origins to their table, some at a time, unless votes keep this process busy. */
  settle(): Promise<void>;
  /** Flushes and settles every second. */
  start(): void;
  /** Stops, tries once to record the waiting origins, and drops those that are not recorded then. */
  close(): Promise<void>;
  /** Origins that are waiting. */
  readonly depth: number;
};

/** Writes the origins of votes in batches, outside of the votes' transactions: a vote never waits for its origin. */
export const createVoteOrigins = ({ record, settle, busy, onDropped, onError }: Deps): VoteOrigins => {
  let waiting: string[] = [];
  let failures = 0;
  let flushing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, ORIGINS.batch);
      try {
        await record(batch);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures < ORIGINS.tries) throw error;
        failures = 0;
        onDropped(batch.length, 'failed');
      }
      waiting = waiting.slice(batch.length);
    }
  };
  const flush = (): Promise<void> => {
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };

  let closing = false;
  const settleWhileCalm = async (): Promise<void> => {
    if (!isCalm(busy())) return;
    for (let settled = 0; settled < ORIGINS.settled && !closing; settled += 1) if (!(await settle())) return;
  };
  const poll = createPoll(
    ORIGINS.everyMs,
    async () => {
      await flush();
      await settleWhileCalm();
    },
    onError,
  );

  return {
    note: (cast) => {
      if (waiting.length >= ORIGINS.rows) onDropped(1, 'full');
      else waiting.push(originLine(cast));
    },
    flush,
    settle: settleWhileCalm,
    start: poll.start,
    close: async () => {
      closing = true;
      await poll.close();
      await flush().catch(onError);
      if (waiting.length > 0) onDropped(waiting.length, 'failed');
      waiting = [];
    },
    get depth() {
      return waiting.length;
    },
  };
};
