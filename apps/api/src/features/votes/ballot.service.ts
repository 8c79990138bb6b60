import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import { judgeFailure, type Outcome, QUEUE, readOutcomes, retryDelayMs } from './ballot.policy.ts';
import type { Backend, Ballot, Writer } from './ballot.store.ts';

/** What the ballot box tells of itself. */
export type BallotObserver = {
  batch(size: number, milliseconds: number): void;
  outcome(outcome: Outcome | 'in_doubt' | 'refused'): void;
  trouble(error: unknown, what: 'connect' | 'rolled_back' | 'in_doubt'): void;
};

export type BallotBox = {
  /**
   * Casts a vote; resolves only after the commit that holds it, or with the reason it was not taken.
   * @throws AppError server.unavailable (surely not recorded) or vote.in_doubt (unknown, ask again)
   */
  cast(ballot: Ballot): Promise<Outcome>;
  /** Votes that wait or are being written. */
  readonly depth: number;
  /** Takes no more votes, answers every one it took, and closes its connection. */
  close(): Promise<void>;
};

type Entry = Ballot & {
  takenAt: number;
  settled: boolean;
  resolve(outcome: Outcome): void;
  reject(error: AppError): void;
};

type Deps = {
  openWriter(): Promise<Writer>;
  now(): Date;
  observer: BallotObserver;
};

const busy = (): AppError => new AppError('server.unavailable', { retryAfterSeconds: 1 });

/**
 * The ballot box: gathers the votes that arrive while the last batch commits and writes them as one statement. A lost
 * answer is never guessed at: the old backend is ended first, then the votes are looked up (docs/architecture.md).
 */
export const createBallotBox = ({ openWriter, now, observer }: Deps): BallotBox => {
  let waiting: Entry[] = [];
  let inHand = 0;
  let writer: Writer | undefined;
  let closing = false;
  let pumping: Promise<void> | undefined;
  /** The last batch whose voters are about to be answered; those before it are by then, too. */
  let answering: Promise<void> | undefined;

  const settle = (entry: Entry, outcome: Outcome): void => {
    if (entry.settled) return;
    entry.settled = true;
    observer.outcome(outcome);
    entry.resolve(outcome);
  };
  const refuse = (entry: Entry, error: AppError): void => {
    if (entry.settled) return;
    entry.settled = true;
    observer.outcome(error.code === 'vote.in_doubt' ? 'in_doubt' : 'refused');
    entry.reject(error);
  };

  const connected = async (): Promise<Writer> => {
    if (writer?.alive) return writer;
    const next = await openWriter();
    try {
      // A backend that waits for a standby does not hear that its client has gone: without this they would pile up.
      if (writer) await next.makeFinal(writer.backend);
    } catch (error) {
      next.destroy();
      throw error;
    }
    writer = next;
    return writer;
  };

  /** Settles doubtful votes by what stands; returns those that surely do not: they are sent again like new ones. */
  const lookUp = async (entries: Entry[], by: Writer): Promise<Entry[]> => {
    const standing = await by.standing(entries);
    return entries.filter((entry, index) => {
      const nominee = standing[index];
      if (nominee !== undefined) settle(entry, nominee === entry.nomineeId ? 'accepted' : 'exists');
      return nominee === undefined;
    });
  };

  /** After a lost answer: first the old backend must be gone, then absence proves that nothing was recorded. */
  const resolveDoubts = async (entries: Entry[], lost: Backend): Promise<void> => {
    const until = performance.now() + QUEUE.doubtMs;
    for (let attempt = 1; performance.now() < until; attempt++) {
      try {
        const by = await connected();
        if (await by.makeFinal(lost)) {
          waiting.unshift(...(await lookUp(entries, by)));
          return;
        }
      } catch (error) {
        observer.trouble(error, 'connect');
        writer?.destroy();
      }
      await sleep(retryDelayMs(attempt, Math.random()));
    }
    for (const entry of entries) refuse(entry, new AppError('vote.in_doubt', { retryAfterSeconds: 2 }));
  };

  /** Answers a batch on the next turn of the loop: the next batch is on its way by then, and is written meanwhile. */
  const answerSoon = (entries: readonly Entry[], outcomes: readonly Outcome[]): void => {
    answering = new Promise((resolve) => {
      setImmediate(() => {
        for (const [index, entry] of entries.entries()) {
          const outcome = outcomes[index];
          if (outcome) settle(entry, outcome);
        }
        resolve();
      });
    });
  };

  /** Writes a batch. A roll-back halves it, down to one row, so that one bad row fails alone. */
  const write = async (entries: Entry[], attempt: number): Promise<void> => {
    const by = await connected();
    const startedAt = performance.now();
    let outcomes: Outcome[];
    try {
      outcomes = readOutcomes(await by.cast(entries, now()), entries.length);
    } catch (error) {
      const failure = by.alive ? judgeFailure(error) : 'in_doubt';
      observer.trouble(error, failure);
      if (failure === 'in_doubt') {
        by.destroy();
        return resolveDoubts(entries, by.backend);
      }
      return retry(entries, attempt);
    }
    observer.batch(entries.length, performance.now() - startedAt);
    answerSoon(entries, outcomes);
  };

  const retry = async (entries: Entry[], attempt: number): Promise<void> => {
    if (entries.length === 1 && attempt >= QUEUE.tries) {
      for (const entry of entries) refuse(entry, busy());
      return;
    }
    await sleep(retryDelayMs(attempt, Math.random()));
    const half = Math.ceil(entries.length / 2);
    await writeSafely(entries.slice(0, half), attempt + 1);
    if (half < entries.length) await writeSafely(entries.slice(half), attempt + 1);
  };

  /** `write`, but a connection that can't be opened puts the votes back: they were never sent. */
  const writeSafely = async (entries: Entry[], attempt: number): Promise<void> => {
    try {
      await write(entries, attempt);
    } catch (error) {
      observer.trouble(error, 'connect');
      waiting.unshift(...entries.filter((entry) => !entry.settled));
      await sleep(retryDelayMs(2, Math.random()));
    }
  };

  const expire = (): void => {
    const oldest = performance.now() - QUEUE.waitMs;
    if ((waiting[0]?.takenAt ?? Number.POSITIVE_INFINITY) > oldest) return;
    const kept: Entry[] = [];
    for (const entry of waiting) {
      if (entry.takenAt > oldest) kept.push(entry);
      else refuse(entry, busy());
    }
    waiting = kept;
  };

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      expire();
      const batch = waiting.splice(0, QUEUE.batch);
      if (batch.length === 0) continue;
      inHand = batch.length;
      await writeSafely(batch, 1);
      inHand = 0;
    }
  };
  const startPump = (): void => {
    // On the next turn of the loop: every request that arrived in this turn joins the batch.
    pumping ??= new Promise<void>((resolve) => setImmediate(resolve)).then(pump).finally(() => {
      pumping = undefined;
      if (waiting.length > 0) startPump();
    });
  };

  return {
    cast: (ballot) => {
      if (closing || waiting.length >= QUEUE.rows) return Promise.reject(busy());
      return new Promise<Outcome>((resolve, reject) => {
        waiting.push({ ...ballot, takenAt: performance.now(), settled: false, resolve, reject });
        startPump();
      });
    },
    get depth() {
      return waiting.length + inHand;
    },
    close: async () => {
      closing = true;
      while (pumping !== undefined) await pumping;
      await answering;
      if (writer?.alive) await writer.end();
    },
  };
};
