// The program of a thread that hashes passwords, one at a time: crypto/hasher.ts starts it.
import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashOrder } from './hasher.ts';

/**
 * Of two threads that both want a core, one of this niceness gets a sixtieth (sched(7)): a storm of logins takes what votes and
 * statistics leave, and all of it where they leave all.
 */
const NICENESS = 19;

// On Linux 0 means this thread alone; elsewhere it may mean the whole process, votes and all.
if (process.platform === 'linux') setPriority(0, NICENESS);

parentPort?.on('message', ({ password, salt, length, memoryKiB, passes }: HashOrder) => {
  const key = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    tagLength: length,
    memory: memoryKiB,
    passes,
    parallelism: 1,
  });
  parentPort?.postMessage(key);
});
