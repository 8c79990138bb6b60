// The program of the process that hashes passwords. crypto/hasher.ts starts it and sends it one message for each hash.
import { setPriority } from 'node:os';
import { argon2id, hash, verify } from 'argon2';
import type { HashAnswer, HashRequest } from './hasher.ts';

const carryOut = async (request: HashRequest): Promise<HashAnswer> => {
  try {
    if (request.kind === 'verify') {
      return { id: request.id, result: await verify(request.hash, request.password) };
    }
    const { memoryKiB, passes } = request.cost;
    const options = { type: argon2id, memoryCost: memoryKiB, timeCost: passes, parallelism: 1 } as const;
    return { id: request.id, result: await hash(request.password, options) };
  } catch {
    // The message of the error could quote the stored hash.
    return { id: request.id, failed: true };
  }
};

// On Linux it applies to this thread and to those started later: the thread of libuv, on which argon2 runs.
setPriority(Number(process.argv[2]));

process.on('message', (request: HashRequest) => {
  void carryOut(request).then((answer) => process.send?.(answer));
});
