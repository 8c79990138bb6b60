import { setTimeout as sleep } from 'node:timers/promises';

/** The pause after a failed read, milliseconds. */
const PAUSE_MS = 1_000;

export type Rereads = {
  /** Reads and sends a topic. Resolves after the first try; if it fails, the topic is read again later. */
  now(topic: string): Promise<void>;
  /** Reads and sends topics one after the other. */
  inTurn(topics: Iterable<string>): void;
  close(): void;
};

type Deps = {
  /** Reads the current content of a topic, and sends it. */
  read(topic: string): Promise<void>;
  /** Whether a topic still has subscribers. */
  isWanted(topic: string): boolean;
  /** Called for the first of consecutive failures. */
  onError(error: unknown): void;
};

/**
 * Reads topics that may have changed until each was read, or nobody wants it. A failure delays the others by one pause only: its
 * topic goes to the end of the line.
 */
export const createRereads = ({ read, isWanted, onError }: Deps): Rereads => {
  const stopping = new AbortController();
  const unread = new Set<string>();
  let isRunning = false;
  let isFailing = false;

  /** Reads a topic if it is wanted. @returns whether no further read is needed */
  const attempt = async (topic: string): Promise<boolean> => {
    if (stopping.signal.aborted || !isWanted(topic)) return true;
    try {
      await read(topic);
      isFailing = false;
      return true;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
      unread.add(topic);
      return false;
    }
  };

  const pause = async (): Promise<void> => {
    await sleep(PAUSE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    for (const topic of unread) if (!isWanted(topic)) unread.delete(topic);
  };

  const readAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    // The loop also visits topics that are added meanwhile, and a failed topic again, which is then at the end.
    for (const topic of unread) {
      // Removed before the read, so that a change during the read adds it again.
      unread.delete(topic);
      if (!(await attempt(topic))) await pause();
    }
    isRunning = false;
  };

  return {
    now: async (topic) => {
      if (!(await attempt(topic))) void readAll();
    },
    inTurn: (topics) => {
      for (const topic of topics) unread.add(topic);
      void readAll();
    },
    close: () => {
      stopping.abort();
      unread.clear();
    },
  };
};
