import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend } from '@laurel/database/backends';
import { AppError } from '../../app-error.ts';
import { classifyFailure, isReadOnly, type Outcome, QUEUE, readOutcomes, retryDelayMs } from './ballot.policy.ts';
import type { Ballot, StoredVote, Writer } from './ballot.store.ts';
import { browserNonceOf } from './nonces.service.ts';
import type { Promises } from './promises.service.ts';

/** Receives the events for the metrics and the log. */
export type BallotObserver = {
  batch(size: number, milliseconds: number): void;
  outcome(outcome: Outcome | 'in_doubt' | 'refused'): void;
  problem(error: unknown, what: 'connect' | 'rolled_back' | 'in_doubt' | 'promise'): void;
};

/**
 * The outcome of a vote, and the promise of its leaf (JSON, see `Promises`) if this request stored the vote and there
 * is a public log.
 */
export type CastVote = { outcome: Outcome; promise: string | undefined };

export type BallotBox = {
  /**
   * Casts a vote; resolves after the commit that stores it, or with the reason why it was not stored.
   * @throws AppError server.unavailable (not stored) or vote.in_doubt (unknown; the client retries)
   */
  cast(ballot: Ballot): Promise<CastVote>;
  /** Votes that are waiting or being written. */
  readonly depth: number;
  /** Refuses new votes, answers those that it has accepted, and closes the connection. */
  close(): Promise<void>;
};

type Entry = Ballot & {
  queuedAt: number;
  done: boolean;
  resolve(vote: CastVote): void;
  reject(error: AppError): void;
};

type Deps = {
  openWriter(): Promise<Writer>;
  now(): Date;
  /** Makes the promises of committed votes; undefined without a public log. */
  promises: Promises | undefined;
  observer: BallotObserver;
};

/**
 * Whether a stored vote is for the same nominee and from the same browser, perhaps from another request: a browser
 * repeats its nonce. Clients without a nonce count as one browser.
 */
const isSameVote = (stored: StoredVote, { nomineeId, nonces }: Ballot): boolean =>
  stored.nomineeId === nomineeId && Buffer.compare(browserNonceOf(stored.nonces), browserNonceOf(nonces)) === 0;

const busy = (): AppError => new AppError('server.unavailable', { retryAfterSeconds: 1 });

/**
 * The ballot box: collects the votes that arrive while a batch commits and writes them as one statement. When the
 * result of a batch is lost, it first terminates the old backend, then looks the votes up (docs/architecture.md).
 */
export const createBallotBox = ({ openWriter, now, promises, observer }: Deps): BallotBox => {
  let waiting: Entry[] = [];
  let inFlight = 0;
  let writer: Writer | undefined;
  let closing = false;
  let pumping: Promise<void> | undefined;
  /** Resolves when all batches so far are answered. */
  let answering: Promise<void> | undefined;

  const resolveEntry = (entry: Entry, outcome: Outcome, promise?: string): void => {
    if (entry.done) return;
    entry.done = true;
    observer.outcome(outcome);
    entry.resolve({ outcome, promise });
  };
  /** Answers committed votes. If their promises can't be made, the votes are accepted without them. */
  const accept = (entries: readonly Entry[]): void => {
    let made: readonly string[] = [];
    try {
      made = promises?.(entries) ?? [];
    } catch (error) {
      observer.problem(error, 'promise');
    }
    for (const [index, entry] of entries.entries()) resolveEntry(entry, 'accepted', made[index]);
  };
  const rejectEntry = (entry: Entry, error: AppError): void => {
    if (entry.done) return;
    entry.done = true;
    observer.outcome(error.code === 'vote.in_doubt' ? 'in_doubt' : 'refused');
    entry.reject(error);
  };

  /** Puts votes back into the queue, which stays sorted: the oldest vote is the first. */
  const putBack = (entries: readonly Entry[]): void => {
    waiting = [...entries, ...waiting].sort((a, b) => a.queuedAt - b.queuedAt);
  };

  const connected = async (): Promise<Writer> => {
    if (writer?.alive) return writer;
    const next = await openWriter();
    try {
      // A backend that waits for a standby doesn't notice that its connection was closed. Such backends would
      // accumulate.
      if (writer) await next.terminateBackend(writer.backend);
    } catch (error) {
      next.destroy();
      throw error;
    }
    writer = next;
    return writer;
  };

  /** Resolves the doubtful votes that are stored; returns the others, to be sent again. */
  const lookUp = async (entries: Entry[], by: Writer): Promise<Entry[]> => {
    const stored = await by.findStoredVotes(entries);
    // Other nonces mean that another request of the voter stored the vote. That request has the promise of the leaf.
    accept(entries.filter(({ nonces }, index) => stored[index]?.nonces.equals(nonces)));
    return entries.filter((entry, index) => {
      const found = stored[index];
      if (found) resolveEntry(entry, isSameVote(found, entry) ? 'accepted' : 'exists');
      return found === undefined;
    });
  };

  /**
   * Finds the outcomes of a batch whose result was lost. A missing row proves that the vote was not stored only after
   * the old backend is gone.
   */
  const resolveDoubts = async (entries: Entry[], lost: Backend): Promise<void> => {
    const until = performance.now() + QUEUE.doubtMs;
    for (let attempt = 1; performance.now() < until; attempt++) {
      try {
        const by = await connected();
        if (await by.terminateBackend(lost)) {
          const missing = await lookUp(entries, by);
          putBack(missing);
          return;
        }
      } catch (error) {
        observer.problem(error, 'connect');
        writer?.destroy();
      }
      await sleep(retryDelayMs(attempt, Math.random()));
    }
    for (const entry of entries) rejectEntry(entry, new AppError('vote.in_doubt', { retryAfterSeconds: 2 }));
  };

  /** Answers a batch on the next turn of the event loop, after the next batch was sent. */
  const answerSoon = (entries: readonly Entry[], outcomes: readonly Outcome[]): void => {
    answering = new Promise((resolve) => {
      setImmediate(() => {
        accept(entries.filter((_, index) => outcomes[index] === 'accepted'));
        for (const [index, entry] of entries.entries()) {
          const outcome = outcomes[index];
          if (outcome) resolveEntry(entry, outcome);
        }
        resolve();
      });
    });
  };

  /** Writes a batch. After a rollback it is split in half, down to one row, so that one bad row fails alone. */
  const write = async (entries: Entry[], attempt: number): Promise<void> => {
    const by = await connected();
    const startedAt = performance.now();
    let outcomes: Outcome[];
    try {
      outcomes = readOutcomes(await by.cast(entries, now()), entries.length);
    } catch (error) {
      const failure = by.alive ? classifyFailure(error) : 'in_doubt';
      observer.problem(error, failure);
      if (failure === 'in_doubt') {
        by.destroy();
        return resolveDoubts(entries, by.backend);
      }
      // A connection may stay read-only after the server allows writing. A new connection may write then.
      if (isReadOnly(error)) by.destroy();
      return retry(entries, attempt);
    }
    observer.batch(entries.length, performance.now() - startedAt);
    answerSoon(entries, outcomes);
  };

  const retry = async (entries: Entry[], attempt: number): Promise<void> => {
    if (entries.length === 1 && attempt >= QUEUE.tries) {
      for (const entry of entries) rejectEntry(entry, busy());
      return;
    }
    await sleep(retryDelayMs(attempt, Math.random()));
    const half = Math.ceil(entries.length / 2);
    for (const part of [entries.slice(0, half), entries.slice(half)]) {
      const inTime = refuseLate(part);
      if (inTime.length > 0) await writeSafely(inTime, attempt + 1);
    }
  };

  /** `write`, but puts the votes back into the queue when no connection can be opened: they were not sent. */
  const writeSafely = async (entries: Entry[], attempt: number): Promise<void> => {
    try {
      await write(entries, attempt);
    } catch (error) {
      observer.problem(error, 'connect');
      putBack(entries.filter((entry) => !entry.done));
      await sleep(retryDelayMs(2, Math.random()));
    }
  };

  const isLate = ({ queuedAt }: Entry): boolean => performance.now() - queuedAt >= QUEUE.waitMs;
  /**
   * Refuses the votes that have waited too long, and returns the others. Only for votes that are certainly not stored.
   */
  const refuseLate = (entries: Entry[]): Entry[] => {
    for (const entry of entries) if (isLate(entry)) rejectEntry(entry, busy());
    return entries.filter((entry) => !entry.done);
  };
  const expire = (): void => {
    const [oldest] = waiting;
    if (oldest && isLate(oldest)) waiting = refuseLate(waiting);
  };

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      expire();
      const batch = waiting.splice(0, QUEUE.batch);
      if (batch.length === 0) return;
      inFlight = batch.length;
      await writeSafely(batch, 1);
      inFlight = 0;
    }
  };
  const startPump = (): void => {
    if (pumping !== undefined) return;
    // While a batch fails or is in doubt, the votes behind it may wait for too long.
    const expiring = setInterval(expire, QUEUE.expireEveryMs).unref();
    // On the next turn of the event loop: all requests that arrive in this turn join the batch.
    pumping = new Promise<void>((resolve) => setImmediate(resolve)).then(pump).finally(() => {
      clearInterval(expiring);
      pumping = undefined;
      if (waiting.length > 0) startPump();
    });
  };

  return {
    cast: (ballot) => {
      if (closing || waiting.length >= QUEUE.rows) return Promise.reject(busy());
      return new Promise<CastVote>((resolve, reject) => {
        waiting.push({ ...ballot, queuedAt: performance.now(), done: false, resolve, reject });
        startPump();
      });
    },
    get depth() {
      return waiting.length + inFlight;
    },
    close: async () => {
      closing = true;
      while (pumping !== undefined) await pumping;
      await answering;
      if (writer?.alive) await writer.end();
    },
  };
};
