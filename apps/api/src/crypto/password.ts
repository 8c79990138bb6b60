import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createPool, type Pool } from '../concurrency/pool.ts';
import { createHasher } from './hasher.ts';
import { formatHash, type PasswordHash, readHash } from './password-hash.ts';

/** What one hash costs: `memoryKiB` of memory, `passes` over it. */
export type PasswordCost = { memoryKiB: number; passes: number };

/**
 * The memory OWASP's Password Storage Cheat Sheet names for Argon2id, 19 MiB, with seven passes where it asks for two:
 * some 76 ms of one core. A password here has twenty characters at most, so that what a stolen hash costs to try is the
 * better part of its strength. More memory instead was measured to cost more than it gives: from 32 MiB on, the C
 * library takes it from the system anew for every hash, and the time goes into empty pages.
 */
export const STANDARD_COST: PasswordCost = { memoryKiB: 19_456, passes: 7 };

/** One for each core of the machine that is planned for; they take what votes and statistics leave (crypto/hash-thread.ts). */
const AT_ONCE = 2;
/** What waits beyond that: some six seconds' worth at the standard cost, inside the browser's timeout of ten. */
const MAX_WAITING = 160;

export type Passwords = {
  /** Argon2id (RFC 9106) in PHC string format. AppError server.unavailable where too many are waiting already. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hashed one. Without a hash (an unknown login) it costs as much and says false.
   * AppError server.unavailable where too many are waiting already.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Ends the threads that hash. */
  close(): Promise<void>;
};

// One password, one hash: the same letters can reach us composed or decomposed, depending on the keyboard.
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Hashes and checks passwords in a bounded pool.
 * @param cost what a new hash costs; tests take a cheap one
 */
export const createPasswords = (
  cost: PasswordCost = STANDARD_COST,
  pool: Pool = createPool({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING }),
): Passwords => {
  const hasher = createHasher();
  const keyOf = (password: string, { salt, key, memoryKiB, passes }: PasswordHash): Promise<Buffer> =>
    pool(() => hasher.hash({ password: bytesOf(password), salt, length: key.length, memoryKiB, passes }));
  /** A hash still without its key: random, so that it is nobody's. */
  const blank = (): PasswordHash => ({ ...cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) });
  const nobodys = blank();
  return {
    hash: async (password) => {
      const fresh = blank();
      return formatHash({ ...fresh, key: await keyOf(password, fresh) });
    },
    verify: async (passwordHash, password) => {
      const known = passwordHash === undefined ? nobodys : readHash(passwordHash);
      const key = await keyOf(password, known);
      return timingSafeEqual(key, known.key) && passwordHash !== undefined;
    },
    close: () => hasher.close(),
  };
};
