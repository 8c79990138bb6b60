import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBinDir } from '@laurel/database/embedded-binaries';
import { freePort } from '@laurel/database/free-port';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLineage } from './lineage.ts';
import { runBackups } from './run.ts';
import { createKeyPair } from './sealed.ts';
import { ensureSlot, onServer } from './server.ts';
import { backupSchema, backupSettings } from './settings.ts';
import { createSigningKeys } from './signed.ts';
import { rejectOlderCopy, waitForStore } from './start.ts';
import { at } from './testing/made-store.ts';
import { createCluster, type Server, startAt, urlAt } from './testing/postgres.ts';

let dir: string;
let port: number;
let server: Server;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-start-'));
  chmodSync(dir, 0o711);
  port = await freePort();
  createCluster(embeddedBinDir(), join(dir, 'data'));
  server = await startAt(embeddedBinDir(), join(dir, 'data'), port);
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const clusterOf = async (): Promise<string> => (await readLineage(urlAt(port))).cluster;
const slots = () => server.query('SELECT slot_name FROM pg_replication_slots');
const watch = { poll: async () => undefined, setProblem: () => undefined };

/** Waits for a store that has more log than the server. @param cluster the one that the service found at its start */
const wait = (cluster: string, signal: AbortSignal) => {
  const now = () => new Date();
  const head = { cluster, sequence: 5, at: now(), timeline: 1, upTo: at(900), completeAt: now() };
  const source = { databaseUrl: urlAt(port), primaryUrl: undefined, cluster };
  const examine = async () => ({ stored: head, problem: undefined });
  const context = { logger: pino({ level: 'silent' }), now, signal };
  return waitForStore({ source, examine, watch, writeState: () => undefined }, context);
};

describe('a database, once the store answers,', () => {
  it('is not compared if it is another than at the start of the service, and keeps its slot', async ({ signal }) => {
    await onServer(urlAt(port), ensureSlot);
    await expect(wait('7', signal)).rejects.toThrow('leads to another database cluster');
    expect(await slots()).toHaveLength(1);
  });

  it('is rejected as an older copy, and loses its slot', async ({ signal }) => {
    await onServer(urlAt(port), ensureSlot);
    await expect(wait(await clusterOf(), signal)).rejects.toThrow('an older copy than the one in the store');
    expect(await slots()).toEqual([]);
  });
});

it('a standby is not compared with the primary of another database', async () => {
  const lineage = { ...(await readLineage(urlAt(port))), cluster: '7', standby: true };
  const source = { databaseUrl: urlAt(port), primaryUrl: urlAt(port), cluster: '7' };
  const rejected = rejectOlderCopy(lineage, { timeline: 1, lsn: at(900) }, source);
  await expect(rejected).rejects.toThrow('leads to another database');
});

// An open server would keep the process alive without a service, so nothing would restart it.
it('a service that cannot start stops serving its metrics, and refuses a port that is in use', async ({ signal }) => {
  await server.query('CREATE ROLE reader LOGIN');
  mkdirSync(join(dir, 'store'));
  const metricsPort = await freePort();
  const settings = backupSettings(
    backupSchema.parse({
      BACKUP_STORE: `file://${join(dir, 'store')}`,
      BACKUP_SPOOL_DIR: join(dir, 'spool'),
      BACKUP_RECIPIENT: (await createKeyPair()).recipient,
      BACKUP_SIGNING_KEY: createSigningKeys().signingKey,
      BACKUP_METRICS_PORT: String(metricsPort),
      DATABASE_REPLICATION_URL: urlAt(port).replace('laurel@', 'reader@'),
    }),
  );
  const context = { logger: pino({ level: 'silent' }), now: () => new Date(), signal };
  await expect(runBackups(settings, context)).rejects.toThrow('may not replicate');
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
  const other = createServer().listen(metricsPort);
  await once(other, 'listening');
  await expect(runBackups(settings, context)).rejects.toThrow(`BACKUP_METRICS_PORT: port ${metricsPort}`);
  other.close();
});
