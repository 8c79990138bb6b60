import { randomBytes } from 'node:crypto';
import { createFingerprint, createKeyring, type Fingerprint } from '@laurel/api/crypto/keyring';
import type { Budgets } from '@laurel/api/features/codes/policy';
import type { CodeKind, CodeOutcome, Codes } from '@laurel/api/features/codes/port';
import { createCodes } from '@laurel/api/features/codes/service';
import type { RateLimits } from '@laurel/api/http/limits/port';
import { createRateLimits } from '@laurel/api/http/limits/service';
import type { Transact } from '@laurel/database/client';
import { createDatabase, type Db } from '@laurel/database/client';
import { createTestDatabase } from '@laurel/database/testing';
import { afterAll, beforeAll } from 'vitest';
import { DATABASE_WAIT_MS } from './harness.ts';

/** The infrastructure of the account features on its own database, without HTTP and edition. */
export type TestIdentity = {
  db: Db;
  transact: Transact;
  limits: RateLimits;
  fingerprint: Fingerprint;
  /** The codes service with the given keys and budgets. */
  codes(options?: { dataKey?: Buffer; previous?: readonly Buffer[]; budgets?: Partial<Budgets> }): Codes;
  /** Answers a code as the calls do: its handle is found before the transaction. */
  answer(
    codes: Codes,
    guess: { handle: string; code: string; kind: CodeKind; network: string; accountId?: string; now: Date },
  ): Promise<CodeOutcome>;
  /** Creates an account, with a verified email by default, and returns its id. */
  addAccount(given?: { emailVerified?: boolean }): Promise<string>;
  close(): Promise<void>;
};

const HOUR_MS = 60 * 60_000;
/** Budgets that tests of other features never reach. */
const WIDE: Budgets = {
  account: { limit: 10_000, windowMs: 24 * HOUR_MS },
  accountTotal: { limit: 10_000, windowMs: 87_600 * HOUR_MS },
  askerTotal: { limit: 10_000, windowMs: 720 * HOUR_MS },
  network: { limit: 10_000, windowMs: HOUR_MS },
};

/** Starts the infrastructure on a new database; `close` removes everything. */
export const startTestIdentity = async (): Promise<TestIdentity> => {
  const database = await createTestDatabase();
  const { db, close } = createDatabase({
    url: database.url,
    maxConnections: 20,
    connectTimeoutMs: DATABASE_WAIT_MS,
    statementTimeoutMs: DATABASE_WAIT_MS,
  });
  // As in production, but deadlocks fail the test.
  const transact: Transact = (work) => db.$transaction(work);
  const limits = createRateLimits();
  const ownKey = randomBytes(32);
  return {
    db,
    transact,
    limits,
    fingerprint: createFingerprint(randomBytes(32)),
    codes: ({ dataKey = ownKey, previous = [], budgets = {} } = {}) =>
      createCodes({ keyring: createKeyring(dataKey, previous), limits, budgets: { ...WIDE, ...budgets } }),
    answer: async (codes, { code, kind, ...asked }) => {
      const found = await codes.find(db, { ...asked, kinds: [kind] });
      return 'outcome' in found ? found : transact((tx) => codes.answer(tx, found, { code, ...asked }));
    },
    addAccount: async ({ emailVerified = true } = {}) => {
      const email = `${randomBytes(8).toString('hex')}@example.org`;
      const createdAt = new Date();
      const { id } = await db.account.create({
        data: { name: 'Ada', email, emailCanonical: email, passwordHash: '-', createdAt },
        select: { id: true },
      });
      if (emailVerified) await db.account.update({ where: { id }, data: { emailVerifiedAt: createdAt } });
      return id;
    },
    close: async () => {
      await close();
      await database.drop();
    },
  };
};

/** Starts the infrastructure before the tests of the file and closes it after them. */
export const useTestIdentity = (): TestIdentity => {
  const identity = {} as TestIdentity;
  beforeAll(async () => {
    Object.assign(identity, await startTestIdentity());
  });
  afterAll(() => identity.close());
  return identity;
};
