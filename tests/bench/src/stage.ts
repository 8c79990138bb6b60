import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokens } from '@laurel/api/crypto/tokens';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { prepareDatabase } from '@laurel/api/wiring/database';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import { startEmbedded } from '@laurel/database/embedded';
import { NO_FLOODS } from '@laurel/support/no-floods';
import { createVoters } from '@laurel/support/voters';

/** A real PostgreSQL with durable commits, and the data that both sides need. */
export type Stage = {
  env: Record<string, string> & { DATABASE_URL: string };
  migrateUrl: string;
  /** The connection string of the console's role. */
  consoleUrl: string;
  /** The data directory of the PostgreSQL. */
  cluster: string;
  jwtSecret: string;
  ballot: { nomination: string; niche: string; vote: string }[];
  voters(count: number): Promise<Voter[]>;
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
  return {
    env: {
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
    },
    migrateUrl,
    consoleUrl,
    cluster: join(dataDir, 'postgres'),
    jwtSecret,
    ballot: nomineeKeys(edition).map(({ nomination, niche, company }) => ({ nomination, niche, vote: company })),
    voters: (count) => createVoters({ migrateUrl, tokens: createTokens(jwtSecret), now: new Date(), count }),
    close: async () => {
      await stop();
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
