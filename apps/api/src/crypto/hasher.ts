import { Worker } from 'node:worker_threads';

/** A password to be hashed by Argon2id (RFC 9106) over one lane. */
export type HashOrder = {
  password: Uint8Array;
  salt: Uint8Array;
  /** Octets of the hash. */
  length: number;
  memoryKiB: number;
  passes: number;
};

export type Hasher = {
  /** @throws Error where the thread fell over */
  hash(order: HashOrder): Promise<Buffer>;
  /** Ends the threads; hashes under way fail. */
  close(): Promise<void>;
};

const PROGRAM = new URL('./hash-thread.ts', import.meta.url);

const askThread = (thread: Worker, order: HashOrder): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const answered = (key: Uint8Array): void => {
      stopListening();
      resolve(Buffer.from(key));
    };
    const failed = (error: unknown): void => {
      stopListening();
      reject(error instanceof Error ? error : new Error('a thread for passwords ended'));
    };
    const stopListening = (): void => {
      thread.off('message', answered).off('error', failed).off('exit', failed);
    };
    thread.on('message', answered).on('error', failed).on('exit', failed);
    thread.postMessage(order);
  });

/**
 * Hashes passwords on threads of their own, of a lower priority than everything else. As many threads as hashes at once: whoever
 * calls sees to it that these are few. A thread is started when it is first needed, and kept.
 */
export const createHasher = (): Hasher => {
  const threads = new Set<Worker>();
  const idle: Worker[] = [];

  const start = (): Worker => {
    const thread = new Worker(PROGRAM);
    // A process that has nothing else to do may end.
    thread.unref();
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      const place = idle.indexOf(thread);
      if (place >= 0) idle.splice(place, 1);
    });
    // Heard by whoever waits for it; without anybody it must not end the process.
    thread.on('error', () => undefined);
    return thread;
  };

  return {
    hash: async (order) => {
      const thread = idle.pop() ?? start();
      const key = await askThread(thread, order);
      if (threads.has(thread)) idle.push(thread);
      return key;
    },
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
};
