import { createPoll, type Poll } from '../../concurrency/poll.ts';
import { visitOf } from './policy.ts';
import type { VisitCount } from './store.ts';

/** How often a process stores what it counted, milliseconds. A process that is killed loses so much. */
const EVERY_MS = 10_000;
/** The most rows that wait to be stored. What comes beyond is not counted. */
const MAX_WAITING = 2_000;

type Deps = {
  now(): Date;
  add(day: Date, counts: readonly VisitCount[]): Promise<void>;
  onError(error: unknown): void;
};

/** Counts the steps of visitors in memory, and adds them to the stored counts. */
export type Visits = Poll & { note(asked: Parameters<typeof visitOf>[0]): void; store(): Promise<void> };

export const createVisits = ({ now, add, onError }: Deps): Visits => {
  const waiting = new Map<string, VisitCount>();
  const store = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const counts = [...waiting.values()];
    waiting.clear();
    await add(now(), counts);
  };
  const poll = createPoll(EVERY_MS, store, onError);
  return {
    note: (asked) => {
      const visit = visitOf(asked);
      if (!visit) return;
      const key = `${visit.step} ${visit.campaign}`;
      const known = waiting.get(key);
      if (known) known.count += 1;
      else if (waiting.size < MAX_WAITING) waiting.set(key, { ...visit, count: 1 });
    },
    store,
    start: poll.start,
    close: async () => {
      await poll.close();
      await store().catch(onError);
    },
  };
};
