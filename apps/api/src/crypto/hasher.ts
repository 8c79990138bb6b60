import { type ChildProcess, fork } from 'node:child_process';

/** The cost of a hash: memory in KiB, and passes over it. */
export type PasswordCost = { memoryKiB: number; passes: number };

type HashWork =
  | { kind: 'hash'; password: string; cost: PasswordCost }
  | { kind: 'verify'; password: string; hash: string };

/** A message to the process. */
export type HashRequest = HashWork & { id: number };
/** Its response. */
export type HashAnswer = { id: number; result: string | boolean } | { id: number; failed: true };

export type Hasher = {
  /** Argon2id (RFC 9106) in PHC string format. @throws Error if the process ended */
  hash(password: string, cost: PasswordCost): Promise<string>;
  /** Whether a stored hash is of this password. @throws Error if the hash is unreadable or the process ended */
  verify(hash: string, password: string): Promise<boolean>;
  /** Ends the process; running hashes fail. */
  close(): Promise<void>;
};

const PROGRAM = new URL('./hash-process.ts', import.meta.url);

/** The process ends after this idle time, milliseconds, to free its memory. */
const IDLE_MS = 600_000;

type Pending = { resolve(result: string | boolean): void; reject(error: Error): void };
type Running = { child: ChildProcess; pending: Map<number, Pending>; ended: Promise<void> };

/**
 * Hashes passwords in a process of its own with one thread. It starts with the first password, ends after ten idle minutes, and
 * is started again after a crash by the next password.
 * @param niceness from 0 to 19, the lowest priority: a thread then gets a sixtieth of a busy core, with 2 two fifths (sched(7))
 */
export const createHasher = (niceness: number, idleMs: number = IDLE_MS): Hasher => {
  let running: Running | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Running => {
    const pending: Running['pending'] = new Map();
    // Without the environment variables of this process, which hold secrets.
    const child = fork(PROGRAM, [String(niceness)], {
      execArgv: [],
      env: { UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started: Running = {
      child,
      pending,
      ended: new Promise((resolve) => {
        const end = (): void => {
          if (running === started) running = undefined;
          for (const { reject } of pending.values()) reject(new Error('the process that hashes passwords ended'));
          pending.clear();
          resolve();
        };
        child.once('exit', end).once('error', end);
      }),
    };
    child.on('message', (answer: HashAnswer) => {
      const work = pending.get(answer.id);
      pending.delete(answer.id);
      if ('failed' in answer) work?.reject(new Error('a password could not be hashed or compared'));
      else work?.resolve(answer.result);
    });
    // The child process does not keep this process running.
    child.unref();
    child.channel?.unref();
    return started;
  };

  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const stopped = running;
    running = undefined;
    stopped?.child.kill();
    await stopped?.ended;
  };

  const send = async (work: HashWork): Promise<string | boolean> => {
    clearTimeout(idle);
    running ??= start();
    const { child, pending } = running;
    const id = ++lastId;
    try {
      return await new Promise<string | boolean>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        child.send({ ...work, id } satisfies HashRequest, (error) => {
          if (error && pending.delete(id)) reject(error);
        });
      });
    } finally {
      // Several hashes may end in one turn of the event loop: only the last one's timer counts.
      clearTimeout(idle);
      if (running?.pending.size === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    }
  };

  return {
    hash: async (password, cost) => String(await send({ kind: 'hash', password, cost })),
    verify: async (hash, password) => (await send({ kind: 'verify', password, hash })) === true,
    close: stop,
  };
};
