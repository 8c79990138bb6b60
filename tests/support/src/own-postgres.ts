import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@laurel/database/embedded';
import { type Cluster, startCluster } from './cluster.ts';

/** A server process and a PostgreSQL of its own, which the test can stop and start. */
export type OwnPostgres = {
  cluster: Cluster;
  appUrl: string;
  /** The folder of its data. */
  folder: string;
  stop(): Promise<void>;
  /** Starts PostgreSQL again on the same port with the same data. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-own-postgres-'));
  let postgres = await startEmbedded({ dataDir });
  const { appUrl, migrateUrl } = postgres;
  const cluster = await startCluster(1, { appUrl, migrateUrl });
  return {
    cluster,
    appUrl,
    folder: join(dataDir, 'postgres'),
    stop: () => postgres.stop(),
    start: async () => {
      postgres = await startEmbedded({ dataDir, port: Number(new URL(appUrl).port) });
    },
    close: async () => {
      await cluster.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
