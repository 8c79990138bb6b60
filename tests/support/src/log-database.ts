import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Leaf } from '@laurel/contracts/public-log/leaves';
import type { Queryable } from '@laurel/database/queryable';
import { openTestDatabase } from '@laurel/database/testing';
import { castVotes, insertNominees, insertVoters, type TestVoter, THEN } from '@laurel/database/testing-rows';
import { afterEach, beforeEach, expect } from 'vitest';
import { openTestLog, readLog, type TestLog } from './public-log.ts';

type Votes = {
  /** The connection that casts them; the application's by default. */
  client?: Queryable;
  at?: Date;
  slot?: number;
  /** In how many categories each voter votes, and the first of them. */
  categories?: number;
  first?: number;
};

/** A database of votes with its log, without the rest of Laurel. */
export type LogDatabase = Awaited<ReturnType<typeof openTestDatabase>> & {
  /** Where the newest checkpoint is kept. */
  dataDir: string;
  /** The nominees' ids by category. */
  nominees: readonly (readonly number[])[];
  /** Opens the log in one more process, until the test ends. */
  openLog(options?: Partial<Parameters<typeof openTestLog>[0]>): Promise<TestLog>;
  /** Votes as these voters, or as so many new ones: the first for the first nominee, the next for the next. */
  vote(voters: number | readonly TestVoter[], options?: Votes): Promise<void>;
  /** Inserts so many votes for the first nominee at once, past all checks, as if others had cast them. */
  insertVotes(count: number): Promise<void>;
  /** Changes one row of a table as the owner of the database can, past every trigger. */
  tamper(table: string, change: string): Promise<void>;
};

/** A new database of votes for each test of the file (or `describe`). */
export const useLogDatabase = (categories = 1, nomineesOfEach = 1): LogDatabase => {
  const test = {} as LogDatabase;
  const open: TestLog[] = [];
  beforeEach(async () => {
    Object.assign(test, await openTestDatabase(), { dataDir: mkdtempSync(join(tmpdir(), 'laurel-log-')) });
    test.nominees = await insertNominees(test.owner, categories, nomineesOfEach);
  });
  afterEach(async () => {
    for (const log of open.splice(0)) await log.close();
    await test.close();
    rmSync(test.dataDir, { recursive: true });
  });
  return Object.assign(test, {
    openLog: async (options: Parameters<LogDatabase['openLog']>[0] = {}) => {
      const log = await openTestLog({ url: test.url, dataDir: test.dataDir, ...options });
      open.push(log);
      return log;
    },
    vote: async (voters: number | readonly TestVoter[], options: Votes = {}) => {
      const { client = test.app, at = THEN, slot = 0, categories = 1, first = 0 } = options;
      const everyone = typeof voters === 'number' ? await insertVoters(test.owner, voters) : voters;
      const ballots = everyone.flatMap(({ sessionId }, place) =>
        test.nominees
          .slice(first, first + categories)
          .map((nominees) => [sessionId, nominees[place % nominees.length] ?? 0] as const),
      );
      expect(await castVotes(client, ballots, at, slot)).toBe('A'.repeat(ballots.length));
    },
    insertVotes: async (count: number) => {
      await test.owner.query(
        `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
         SELECT gen_random_uuid(), category_id, id, $2 FROM nominees, generate_series(1, $3) WHERE id = $1`,
        [test.nominees[0]?.[0], THEN, count],
      );
    },
    tamper: async (table: string, change: string) => {
      await test.owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
      expect((await test.owner.query(change)).rowCount).toBe(1);
    },
  });
};

/** The kinds of the leaves that a log shows, in order. */
export const typesIn = async (log: TestLog): Promise<Leaf['type'][]> =>
  (await readLog(log.file, log.key)).leaves.map(({ type }) => type);
