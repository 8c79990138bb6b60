import { StompError } from './errors.ts';
import type { MaybePromise } from './hooks.ts';
import { isPromise } from './hooks.ts';
import type { ConnectionLimits } from './limits.ts';

interface Task {
  /** Never throws and never rejects. */
  readonly run: () => MaybePromise<void>;
  readonly bytes: number;
}

/** The tasks of one connection, run in order: each waits until the previous one is done. */
export class WorkQueue {
  readonly #limits: ConnectionLimits;
  readonly #waiting: Task[] = [];
  #waitingBytes = 0;
  #busy = false;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Throws `operations.limit` if a task of this size would have to wait and the queue is full. */
  admit(bytes: number): void {
    if (!this.#busy) return;
    const { maxOperations, maxWaitingBytes } = this.#limits;
    if (this.#waiting.length + 1 < maxOperations && this.#waitingBytes + bytes <= maxWaitingBytes) return;
    const most = `${maxOperations} frames, together ${maxWaitingBytes} octets,`;
    throw new StompError('operations.limit', `At most ${most} may wait for the server.`);
  }

  /** Runs a task, at once if none is running. */
  add(run: () => MaybePromise<void>, bytes: number): void {
    this.#waiting.push({ run, bytes });
    this.#waitingBytes += bytes;
    this.#runAll();
  }

  clear(): void {
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #runAll(): void {
    while (!this.#busy) {
      const task = this.#waiting.shift();
      if (task === undefined) return;
      this.#waitingBytes -= task.bytes;
      this.#busy = true;
      const outcome = task.run();
      if (isPromise(outcome)) {
        void outcome.then(() => {
          this.#busy = false;
          this.#runAll();
        });
        return;
      }
      this.#busy = false;
    }
  }
}
