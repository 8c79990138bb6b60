import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import type { Vote } from '@laurel/contracts/records';
import { createTestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { createTokens } from '../lib/tokens.ts';
import { prepareDatabase } from '../wiring/database.ts';
import { type ServerProcess, startServerProcess } from './process.ts';
import { createVoters, type Voter } from './voters.ts';

/** Several server processes on one database. */
export type Cluster = {
  servers: ServerProcess[];
  /** Starts one more server. */
  join(): Promise<ServerProcess>;
  /** Every vote that the edition allows, one for each nominee. */
  ballot: Vote[];
  owner: pg.Client;
  migrateUrl: string;
  voters(count: number, missing?: { phone?: boolean; social?: boolean }): Promise<Voter[]>;
  /** Votes stored, and nominees whose tally is not their count of votes. */
  audit(): Promise<{ votes: number; wrongTallies: number }>;
  close(): Promise<void>;
};

const JWT_SECRET = 'a secret for tests, long enough to be one';

const AUDIT = `
  WITH counted AS (SELECT nominee_id, count(*) AS votes FROM votes GROUP BY nominee_id)
  SELECT (SELECT count(*)::int FROM votes) AS votes,
         count(*) FILTER (WHERE coalesce(c.votes, 0) <> coalesce(t.count, 0))::int AS wrong
    FROM counted c FULL JOIN tally_totals t USING (nominee_id)`;

/**
 * Starts `count` real servers over one fresh database.
 * @param through gives another way to the database (a proxy) for the servers' connections
 */
export const startCluster = async (
  count: number,
  through: (url: string) => string = (url) => url,
): Promise<Cluster> => {
  const database = await createTestDatabase();
  const edition = await loadEdition(demoEditionDir, { defaultBlockedRegions: DEFAULT_BLOCKED_REGIONS });
  await prepareDatabase({ appUrl: database.url, migrateUrl: database.migrateUrl }, edition);
  const env = {
    DATABASE_URL: through(database.url),
    JWT_SECRET,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    LIMITS_VOTES_ACCOUNT_MINUTE: '1000000',
    LIMITS_READS_NETWORK_MINUTE: '1000000',
  };
  const servers: ServerProcess[] = [];
  const join = async (): Promise<ServerProcess> => {
    const server = await startServerProcess(env);
    servers.push(server);
    return server;
  };
  await Promise.all(Array.from({ length: count }, join));
  const owner = new pg.Client({ connectionString: database.migrateUrl });
  await owner.connect();
  const tokens = createTokens(JWT_SECRET);
  return {
    servers,
    join,
    ballot: nomineeKeys(edition).map(({ nomination, niche, company }) => ({ nomination, niche, vote: company })),
    owner,
    migrateUrl: database.migrateUrl,
    voters: (voters, missing = {}) =>
      createVoters({ migrateUrl: database.migrateUrl, tokens, now: new Date(), count: voters, ...missing }),
    audit: async () => {
      const { rows } = await owner.query<{ votes: number; wrong: number }>(AUDIT);
      return { votes: rows[0]?.votes ?? -1, wrongTallies: rows[0]?.wrong ?? -1 };
    },
    close: async () => {
      await owner.end();
      await Promise.all(servers.map((server) => server.stop('SIGTERM')));
      await database.drop();
    },
  };
};
