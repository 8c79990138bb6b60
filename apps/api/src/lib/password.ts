import { argon2id, hash, verify } from 'argon2';
import { createPool, type Pool } from './pool.ts';

/** What one hash costs: `memoryKiB` of memory, `passes` over it. */
export type PasswordCost = { memoryKiB: number; passes: number };

/**
 * The memory OWASP's Password Storage Cheat Sheet names for Argon2id, 19 MiB, with seven passes where it asks for two:
 * some 76 ms of one core. A password here has twenty characters at most, so that what a stolen hash costs to try is the
 * better part of its strength. More memory instead was measured to cost more than it gives: from 32 MiB on, the C
 * library takes it from the system anew for every hash, and the time goes into empty pages.
 */
export const STANDARD_COST: PasswordCost = { memoryKiB: 19_456, passes: 7 };

/**
 * Two at once: hashing runs on libuv's four threads, which name look-ups and files need too, and must leave the event
 * loop (votes, statistics) a share of every core.
 */
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
};

// One password, one hash: the same letters can reach us composed or decomposed, depending on the keyboard.
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

/**
 * Hashes and checks passwords in a bounded pool.
 * @param cost what a new hash costs; tests take a cheap one
 */
export const createPasswords = async (
  cost: PasswordCost = STANDARD_COST,
  pool: Pool = createPool({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING }),
): Promise<Passwords> => {
  const options = { type: argon2id, memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 } as const;
  const nobodys = await hash('no account has this password', options);
  return {
    hash: (password) => pool(() => hash(bytesOf(password), options)),
    verify: async (passwordHash, password) => {
      const matches = await pool(() => verify(passwordHash ?? nobodys, bytesOf(password)));
      return matches && passwordHash !== undefined;
    },
  };
};
