import { randomBytes } from 'node:crypto';
import { createPool } from '../concurrency/pool.ts';
import { createHasher, type Hasher, type PasswordCost } from './hasher.ts';

/** The least cost of OWASP's Password Storage Cheat Sheet for Argon2id, about 21 ms of one core (docs/decisions/030). */
export const STANDARD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/**
 * What a process has to do: a password at a time, and at most six seconds of work at the standard cost that wait, within the
 * browser's timeout of ten.
 */
const BOUNDS = { atOnce: 1, maxWaiting: 280 };

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
 * Hashes new passwords and checks those of logins, each in a process of its own: a storm of logins delays nobody who signs up.
 * @param cost the cost of a new hash; tests use a low one
 */
export const createPasswords = (
  cost: PasswordCost = STANDARD_COST,
  hashers: Record<'signUps' | 'logins', Hasher> = { signUps: createHasher(2), logins: createHasher(19) },
): Passwords => {
  const [signUps, logins] = [createPool(BOUNDS), createPool(BOUNDS)];
  const fallback = unmatchable(cost);
  return {
    hash: (password) => signUps(() => hashers.signUps.hash(normalize(password), cost)),
    verify: async (passwordHash, password) => {
      const matches = await logins(() => hashers.logins.verify(passwordHash ?? fallback, normalize(password)));
      return matches && passwordHash !== undefined;
    },
    close: async () => {
      await Promise.all([hashers.signUps.close(), hashers.logins.close()]);
    },
  };
};
