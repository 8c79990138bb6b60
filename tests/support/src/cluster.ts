import { randomBytes } from 'node:crypto';
import { createTokens } from '@laurel/api/crypto/tokens';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { prepareDatabase } from '@laurel/api/wiring/database';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import type { Vote } from '@laurel/contracts/records';
import { compareTallies } from '@laurel/database/guards';
import { createTestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { ballotOf } from './ledger/requests.ts';
import { NO_FLOODS } from './no-floods.ts';
import { type ServerProcess, startServerProcess } from './process.ts';
import type { PromisingLog } from './promises.ts';
import { createVoters } from './voters.ts';

/** Several server processes on one database. */
export type Cluster = {
  servers: ServerProcess[];
  /** The origin of a server, in rotation. */
  origin(index: number): string;
  /** One vote for each nominee of the edition. */
  ballot: Vote[];
  /** The log that the servers promise votes for. */
  log: PromisingLog;
  /** A connection of the tables' owner. */
  readonly owner: pg.Client;
  /** Connects the owner again after an outage. */
  reconnect(): Promise<void>;
  migrateUrl: string;
  /** The environment of a command on the same database. */
  env: Readonly<Record<string, string>>;
  voters(count: number, missing?: { phone?: boolean; social?: boolean }): Promise<Voter[]>;
  /** The number of stored votes, and the nominees whose tally differs from their votes. */
  audit(): Promise<{ votes: number; wrongTallies: number }>;
  close(): Promise<void>;
};

const JWT_SECRET = 'a secret for tests, long enough to be one';

const LOG_SEED = new Uint8Array(randomBytes(32));

/**
 * Starts `count` real servers on a new database.
 * @param own another PostgreSQL than that of the run, which a test can stop, or a proxy to it
 * @param more variables that override the cluster's
 */
export const startCluster = async (
  count: number,
  own?: { appUrl: string; migrateUrl: string; listenUrl?: string },
  more: Readonly<Record<string, string>> = {},
): Promise<Cluster> => {
  const database = own
    ? { url: own.appUrl, migrateUrl: own.migrateUrl, drop: async () => {} }
    : await createTestDatabase();
  const edition = await loadEdition(demoEditionDir);
  await prepareDatabase({ appUrl: database.url, migrateUrl: database.migrateUrl }, more.EDITION_DIR);
  const env = {
    DATABASE_URL: database.url,
    JWT_SECRET,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_KEY: Buffer.from(LOG_SEED).toString('base64'),
    LIMITS_VOTES_ACCOUNT_MINUTE: '1000000',
    LIMITS_READS_NETWORK_MINUTE: '1000000',
    ...NO_FLOODS,
    ...(own?.listenUrl ? { DATABASE_LISTEN_URL: own.listenUrl } : {}),
    ...more,
  };
  const servers: ServerProcess[] = [];
  for (let started = 0; started < count; started++) servers.push(await startServerProcess(env));
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: database.migrateUrl });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  let owner = await connect();
  const tokens = createTokens(env.JWT_SECRET);
  return {
    servers,
    origin: (index) => servers[index % servers.length]?.origin ?? '',
    log: { origin: `localhost/log/${edition.year}`, year: edition.year, seed: LOG_SEED },
    ballot: ballotOf(edition),
    get owner() {
      return owner;
    },
    reconnect: async () => {
      owner = await connect();
    },
    migrateUrl: database.migrateUrl,
    env,
    voters: (voters, missing = {}) =>
      createVoters({ migrateUrl: database.migrateUrl, tokens, now: new Date(), count: voters, ...missing }),
    audit: async () => {
      const { rows } = await owner.query<{ votes: number }>('SELECT count(*)::int AS votes FROM votes');
      return { votes: rows[0]?.votes ?? -1, wrongTallies: (await compareTallies(owner)).length };
    },
    close: async () => {
      await owner.end();
      await Promise.all(servers.map((server) => server.stop('SIGTERM')));
      await database.drop();
    },
  };
};
