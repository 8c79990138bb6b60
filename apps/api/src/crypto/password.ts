import { randomBytes } from 'node:crypto';
import { createPool, type Pool } from '../concurrency/pool.ts';
import { createHasher, type PasswordCost } from './hasher.ts';

/**
 * The memory of OWASP's Password Storage Cheat Sheet for Argon2id, 19 MiB, with seven passes instead of two: about 76 ms of
 * one core. Passwords have at most twenty characters, so the cost of a guess matters. From 32 MiB on, the C library maps new
 * memory for every hash, which costs more than it gains (docs/decisions/030).
 */
export const STANDARD_COST: PasswordCost = { memoryKiB: 19_456, passes: 7 };

/** One for each core of the smallest supported machine. */
const AT_ONCE = 2;
/** The most waiting passwords: six seconds of work at the standard cost, within the browser's timeout of ten. */
const MAX_WAITING = 160;

export type Passwords = {
  /** Argon2id (RFC 9106) in PHC string format. @throws AppError server.unavailable if too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hashed one. Without a hash (an unknown login) it takes as long and returns false.
   * @throws AppError server.unavailable if too many are waiting
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Ends the hashing process. */
  close(): Promise<void>;
};

/** Depending on the keyboard, a letter arrives composed or decomposed. */
const normalize = (password: string): string => password.normalize('NFKC');

const inBase64 = (octets: Buffer): string => octets.toString('base64').replaceAll('=', '');

/** A hash that matches no password: of a random key. */
const unmatchable = ({ memoryKiB, passes }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${inBase64(randomBytes(16))}$${inBase64(randomBytes(32))}`;

/**
 * Hashes and checks passwords in a bounded pool.
 * @param cost the cost of a new hash; tests use a low one
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
