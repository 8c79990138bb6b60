import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokens } from '@laurel/api/crypto/tokens';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { prepareDatabase } from '@laurel/api/wiring/database';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { startEmbedded } from '@laurel/database/embedded';
import { ballotOf } from '@laurel/support/ledger/requests';
import { NO_FLOODS } from '@laurel/support/no-floods';
import { createVoters } from '@laurel/support/voters';
import pg from 'pg';
import { type Running, startLaurel, startRival } from './processes.ts';

/** A real PostgreSQL with durable commits, and the data that both sides need. */
export type Stage = {
  env: Record<string, string> & { DATABASE_URL: string };
  migrateUrl: string;
  /** A connection of the tables' owner. */
  owner: pg.Client;
  /** The connection string of the console's role. */
  consoleUrl: string;
  /** The data directory of the PostgreSQL. */
  cluster: string;
  jwtSecret: string;
  ballot: { nomination: string; niche: string; vote: string }[];
  voters(count: number): Promise<Voter[]>;
  /** Ends something with the stage: before the database, and before what it was given earlier. */
  ends<Started extends { stop(): Promise<unknown> }>(started: Started): Started;
  /** The built Laurel on this database, which ends with the stage. */
  laurel(more?: Readonly<Record<string, string>>): Promise<Running>;
  /** A program of rivals/ with the same environment, which ends with the stage. */
  rival(name: string, more?: Readonly<Record<string, string>>): Promise<Running>;
  /** An empty folder, which is removed with the stage. */
  folder(): string;
  close(): Promise<void>;
};

const jwtSecret = 'a secret for benchmarks, long enough to be one';

type StageOptions = {
  /** A folder that stays, with the data of earlier runs; by default a temporary one. */
  kept?: string | undefined;
  /** Settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>;
};

/** Starts a PostgreSQL in a temporary folder, which `close` removes, or in `kept`. */
export const openStage = async ({ kept, settings = {} }: StageOptions = {}): Promise<Stage> => {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'laurel-bench-'));
  const { appUrl, migrateUrl, consoleUrl, stop } = await startEmbedded({
    dataDir,
    settings: { max_connections: '300', ...settings },
  });
  const edition = await loadEdition(demoEditionDir);
  await prepareDatabase({ appUrl, migrateUrl, consoleUrl });
  const owner = new pg.Client({ connectionString: migrateUrl });
  await owner.connect();
  const started: { stop(): Promise<unknown> }[] = [{ stop }, { stop: () => owner.end() }];
  const ends: Stage['ends'] = (each) => {
    started.push(each);
    return each;
  };
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATA_DIR: join(dataDir, 'server'),
    DATABASE_URL: appUrl,
    JWT_SECRET: jwtSecret,
    LIMITS_READS_NETWORK_MINUTE: '1000000000',
    LIMITS_LOGIN_NETWORK_QUARTER: '1000000000',
    LIMITS_LOGIN_ACCOUNT_QUARTER: '1000000000',
    ...NO_FLOODS,
    LIMITS_VOTES_ACCOUNT_MINUTE: '1000000000',
    LIMITS_SOCKETS_NETWORK: '1000000',
  };
  return {
    env,
    migrateUrl,
    owner,
    ends,
    laurel: async (more) => ends(await startLaurel({ ...env, ...more })),
    rival: async (name, more) => ends(await startRival(name, { ...env, ...more })),
    folder: () => {
      const path = mkdtempSync(join(tmpdir(), 'laurel-bench-'));
      ends({ stop: async () => rmSync(path, { recursive: true, force: true }) });
      return path;
    },
    consoleUrl,
    cluster: join(dataDir, 'postgres'),
    jwtSecret,
    ballot: ballotOf(edition),
    voters: (count) => createVoters({ migrateUrl, tokens: createTokens(jwtSecret), now: new Date(), count }),
    close: async () => {
      for (const each of started.toReversed()) await each.stop();
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Runs work with a new stage, or with one that is kept. */
export const onStage = async <Found>(
  work: (stage: Stage) => Promise<Found>,
  options?: StageOptions,
): Promise<Found> => {
  const stage = await openStage(options);
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
};
