import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '@laurel/database/free-port';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCatalog } from './catalog.ts';
import { openStore } from './open-store.ts';
import { runBackups } from './run.ts';
import { createKeyPair } from './sealed.ts';
import { backupSchema, backupSettings } from './settings.ts';
import { createSigningKeys, requireTrust } from './signed.ts';
import { readState } from './status.ts';
import type { Store } from './store.ts';
import {
  createCluster,
  findPrograms,
  makeStandby,
  restoreTo,
  type Server,
  startAt,
  urlAt,
} from './testing/postgres.ts';

const binDir = findPrograms();
const path = process.env.PATH;
let dir: string;
let store: Store;
let port: number;
let keys: { identity: string; recipient: string; signingKey: string; verifyKey: string };

/** Creates an empty store, for the servers and the services of one group of tests. @returns removes it */
const makePlace = async (): Promise<() => void> => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-run-'));
  chmodSync(dir, 0o711);
  mkdirSync(join(dir, 'store'));
  store = await openStore({ kind: 'folder', path: join(dir, 'store') });
  port = await freePort();
  keys = { ...(await createKeyPair()), ...createSigningKeys() };
  process.env.PATH = [binDir, path].join(delimiter);
  return () => {
    process.env.PATH = path;
    rmSync(dir, { recursive: true, force: true });
  };
};

const trust = () => requireTrust(keys);
const catalogNow = async () => {
  const [catalog] = await readCatalog(store, trust());
  if (!catalog) throw new Error('the store is empty');
  return catalog;
};

/** Starts the service. @returns also the messages of its log */
const startService = (more: Record<string, string> = {}) => {
  const messages: string[] = [];
  const logger = pino({}, { write: (line) => messages.push(JSON.parse(line).msg) });
  const stopping = new AbortController();
  const settings = backupSettings(
    backupSchema.parse({
      BACKUP_STORE: `file://${join(dir, 'store')}`,
      BACKUP_SPOOL_DIR: join(dir, 'spool'),
      BACKUP_RECIPIENT: keys.recipient,
      BACKUP_SIGNING_KEY: keys.signingKey,
      BACKUP_PARTIAL_SECONDS: '0.1',
      DATABASE_REPLICATION_URL: urlAt(port),
      ...more,
    }),
  );
  const ended = runBackups(settings, { logger, now: () => new Date(), signal: stopping.signal });
  ended.catch(() => undefined);
  return {
    ended,
    messages,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
};

/** Waits until the store has a base, by default of the server's timeline, and the server's log up to now. */
const waitForStore = async (server: Server, timeline: number, baseTimeline = timeline): Promise<void> => {
  const [row] = await server.query(`SELECT (pg_current_wal_flush_lsn() - '0/0')::text AS bytes`);
  const end = BigInt(String(row?.bytes));
  const isStored = async (): Promise<boolean> => {
    const { head, bases } = await catalogNow().catch(() => ({ head: undefined, bases: [] }));
    return head?.timeline === timeline && head.upTo >= end && bases.at(-1)?.timeline === baseTimeline;
  };
  await expect.poll(isStored, { message: 'the log is in the store' }).toBe(true);
};

/** Waits for the clock's next millisecond. */
const nextMs = (now = Date.now()): Promise<void> => expect.poll(Date.now, { interval: 1 }).toBeGreaterThan(now);

/** Restores into a new folder. @returns the server's data directory */
const restored = async (name: string, at?: Date): Promise<string> => {
  const dataDir = join(dir, name);
  await restoreTo({ store, catalog: await catalogNow(), identity: keys.identity, trust: trust(), dataDir, at });
  return dataDir;
};

const notesOf = (server: Server) => server.query('SELECT text FROM note ORDER BY id');

describe('the backup service', () => {
  beforeAll(makePlace);

  it('receives the log of a database restored to an earlier time, with the spool of the lost one', async () => {
    createCluster(binDir, join(dir, 'first'));
    const first = await startAt(binDir, join(dir, 'first'), port);
    await first.query('CREATE TABLE note (id serial PRIMARY KEY, text text)');
    const service = startService();
    await waitForStore(first, 1);
    await first.query(`INSERT INTO note (text) VALUES ('before')`);
    await nextMs();
    const before = new Date();
    await nextMs();
    // The log of the mistake is in later segments.
    for (let times = 0; times < 3; times += 1) {
      await first.query(`INSERT INTO note (text) VALUES ('mistake')`);
      await first.query('SELECT pg_switch_wal()');
    }
    await first.query(`INSERT INTO note (text) VALUES ('mistake')`);
    await waitForStore(first, 1);
    await service.stop();
    await first.stop();

    const second = await startAt(binDir, await restored('second', before), port);
    const again = startService();
    await second.query(`INSERT INTO note (text) VALUES ('after')`);
    await waitForStore(second, 2);
    await second.query(`INSERT INTO note (text) VALUES ('last')`);
    await waitForStore(second, 2);
    await again.stop();
    await second.stop();

    const third = await startAt(binDir, await restored('third'), port);
    const notes = await notesOf(third);
    await third.stop();
    expect(notes).toEqual([{ text: 'before' }, { text: 'after' }, { text: 'last' }]);
  });
});

describe('the files of a killed process', () => {
  beforeAll(makePlace);

  // The service runs for weeks, so looking for such files at its start is not enough.
  it('are removed while the service runs', async () => {
    const killed = join(dir, 'spool/scratch/laurel-killed');
    const service = startService();
    // It has looked once before it waits for the database.
    await expect.poll(() => service.messages).toContain('the database does not answer yet');
    mkdirSync(killed, { recursive: true });
    const half = join(dir, 'store/.unfinished-base');
    writeFileSync(half, 'half');
    const before = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(killed, before, before);
    utimesSync(half, before, before);
    createCluster(binDir, join(dir, 'data'));
    expect(existsSync(killed)).toBe(true);
    const server = await startAt(binDir, join(dir, 'data'), port);
    await expect.poll(() => existsSync(killed) || existsSync(half)).toBe(false);
    await service.stop();
    await server.stop();
  });
});

describe('an older copy of the database in the store', () => {
  const shipTwice = async (): Promise<void> => {
    createCluster(binDir, join(dir, 'data'));
    const ship = async (): Promise<void> => {
      const server = await startAt(binDir, join(dir, 'data'), port);
      const service = startService();
      await server.query('SELECT pg_switch_wal()');
      await waitForStore(server, 1);
      await service.stop();
      await server.stop();
    };
    await ship();
    execFileSync('cp', ['-a', join(dir, 'data'), join(dir, 'copy')]);
    await ship();
  };
  let shipped: Promise<void> | undefined;
  beforeAll(makePlace);
  beforeEach(() => {
    shipped ??= shipTwice();
    return shipped;
  });

  /** A service of a machine without state. */
  const startNew = (name: string, more: Record<string, string> = {}) =>
    startService({ BACKUP_SPOOL_DIR: join(dir, name), ...more });
  const slotsOf = (server: Server) => server.query('SELECT slot_name FROM pg_replication_slots');
  const contentOf = async () => (await store.list('')).map(({ key, size, modifiedAt }) => ({ key, size, modifiedAt }));

  it('is rejected when the store answers only after the start of the service, and has no replication slot then', async () => {
    const before = await contentOf();
    const head = join(dir, 'store', `${(await catalogNow()).cluster}/head.signed`);
    const copy = await startAt(binDir, join(dir, 'copy'), port);
    // A link to itself can't be read. The second rename replaces it atomically.
    renameSync(head, join(dir, 'head'));
    symlinkSync(head, head);
    const service = startNew('spool-1');
    await expect.poll(() => readState(join(dir, 'spool-1'))?.problem).toContain('the store does not answer');
    renameSync(join(dir, 'head'), head);
    await expect(service.ended).rejects.toThrow('an older copy than the one in the store');
    const slots = await slotsOf(copy);
    await copy.stop();
    expect([await contentOf(), slots]).toEqual([before, []]);
  });

  it('is rejected when the service reads a standby of it', async () => {
    const before = await contentOf();
    makeStandby(join(dir, 'copy'), join(dir, 'standby'), port);
    const standbyPort = await freePort();
    const copy = await startAt(binDir, join(dir, 'copy'), port);
    const standby = await startAt(binDir, join(dir, 'standby'), standbyPort, true);
    const service = startNew('spool-2', { DATABASE_STANDBY_URL: urlAt(standbyPort) });
    await expect(service.ended).rejects.toThrow('an older copy than the one in the store');
    const slots = await slotsOf(standby);
    await standby.stop();
    await copy.stop();
    expect([await contentOf(), slots]).toEqual([before, []]);
  });
});

describe('a standby that the service reads', () => {
  beforeAll(makePlace);

  it('is followed to the timeline of the new primary, also by a service that starts while it has no primary', async () => {
    const [nextPort, readPort] = [await freePort(), await freePort()];
    createCluster(binDir, join(dir, 'first'));
    makeStandby(join(dir, 'first'), join(dir, 'next'), port);
    makeStandby(join(dir, 'first'), join(dir, 'read'), nextPort);
    const first = await startAt(binDir, join(dir, 'first'), port);
    const next = await startAt(binDir, join(dir, 'next'), nextPort, true);
    const read = await startAt(binDir, join(dir, 'read'), readPort, true);
    const urls = { DATABASE_REPLICATION_URL: urlAt(nextPort), DATABASE_STANDBY_URL: urlAt(readPort) };
    const service = startService(urls);
    await first.query('CREATE TABLE note (id serial PRIMARY KEY, text text)');
    await first.query(`INSERT INTO note (text) VALUES ('before')`);
    await waitForStore(first, 1);

    await first.stop();
    await next.query('SELECT pg_promote()');
    await next.query(`INSERT INTO note (text) VALUES ('after')`);
    // The restartpoint of the standby is still on the previous timeline, so a base would be on that one, too.
    await waitForStore(next, 2, 1);
    await service.stop();
    await next.stop();

    const { head } = await catalogNow();
    const again = startService(urls);
    await expect.poll(async () => (await catalogNow()).head?.sequence).toBeGreaterThan(head?.sequence ?? 0);
    await again.stop();
    await read.stop();
    expect((await catalogNow()).head).toMatchObject({ timeline: 2, upTo: head?.upTo });

    const third = await startAt(binDir, await restored('third'), port);
    const notes = await notesOf(third);
    await third.stop();
    expect(notes).toEqual([{ text: 'before' }, { text: 'after' }]);
  });
});
