import { randomBytes } from 'node:crypto';
import { createPool, type Pool } from '../concurrency/pool.ts';
import { createHasher, type PasswordCost } from './hasher.ts';

/**
 * The memory OWASP's Password Storage Cheat Sheet names for Argon2id, 19 MiB, with seven passes instead of two: some 76 ms
 * of one core. A password here has at most twenty characters, so its strength is mostly what a guess costs. More memory
 * costs more than it gives: from 32 MiB on the C library maps it anew for every hash (docs/decisions/030).
 */
export const STANDARD_COST: PasswordCost = { memoryKiB: 19_456, passes: 7 };

/** One for each core of the smallest supported machine. */
const AT_ONCE = 2;
/** More than these are refused: six seconds of work at the standard cost, within the browser's timeout of ten. */
const MAX_WAITING = 160;

export type Passwords = {
  /** Argon2id (RFC 9106) in PHC string format. @throws AppError server.unavailable where too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hashed one. Without a hash (an unknown login) it takes as long and returns false.
   * @throws AppError server.unavailable where too many are waiting
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Ends the process that hashes. */
  close(): Promise<void>;
};

/** The same letter can arrive composed or decomposed, depending on the keyboard. */
const normalize = (password: string): string => password.normalize('NFKC');

const inBase64 = (octets: Buffer): string => octets.toString('base64').replaceAll('=', '');

/** A hash that no password has: a random key. */
const unmatchable = ({ memoryKiB, passes }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${inBase64(randomBytes(16))}$${inBase64(randomBytes(32))}`;

/**
 * Hashes and checks passwords in a bounded pool.
 * @param cost what a new hash costs; tests take a cheap one
 */
export const createPasswords = (
  cost: PasswordCost = STANDARD_COST,
  pool: Pool = createPool({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING }),
): Passwords => {
  const hasher = createHasher();
  const fallback = unmatchable(cost);
  return {
    hash: (password) => pool(() => hasher.hash(normalize(password), cost)),
    verify: async (passwordHash, password) => {
      const matches = await pool(() => hasher.verify(passwordHash ?? fallback, normalize(password)));
      return matches && passwordHash !== undefined;
    },
    close: () => hasher.close(),
  };
};
