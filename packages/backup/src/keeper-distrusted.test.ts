import { utimesSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Base, baseArchiveKey, baseRecordKeys, readCluster, walKey } from './catalog.ts';
import { createKeeper } from './keeper.ts';
import type { Identity } from './server.ts';
import { createSigningKeys, requireSigner, requireTrust, type Signer } from './signed.ts';
import { CLUSTER, type MadeStore, segmentBytes, startMadeStore, walFile } from './testing/made-store.ts';

const NOW = new Date('2026-12-20T00:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const settings = { everyMs: DAY_MS, keepMs: 14 * DAY_MS };
const identity: Identity = {
  cluster: CLUSTER,
  baseTimeline: 1,
  version: '17.1',
  superuser: 'laurel',
  database: 'laurel',
};

let made: MadeStore;
let older: Signer;
beforeEach(async () => {
  made = await startMadeStore();
  older = requireSigner(createSigningKeys());
});
afterEach(() => made.close());

/** Stores a base of some days ago with its segment of the log. @returns the keys of its files */
const putBase = async (days: number, segment: number, by: Signer): Promise<string[]> => {
  const { id } = await made.putBase(daysAgo(days), segment, { by });
  await made.putWal(walFile(segment), segmentBytes(segment), { by });
  const keys = [baseRecordKeys(CLUSTER, id)[0], baseArchiveKey(CLUSTER, id), walKey(CLUSTER, walFile(segment))];
  for (const key of keys) utimesSync(made.pathOf(key), daysAgo(days), daysAgo(days));
  return keys;
};

/** Runs one check of the service, which trusts the store's own key. @returns what remains in the store */
const checkOnce = async (): Promise<string[]> => {
  const keeper = createKeeper({
    settings,
    logger: pino({ level: 'silent' }),
    now: () => NOW,
    catalog: () => readCluster(made.store, CLUSTER, made.trust),
    remove: made.store.remove,
    take: (): Promise<Base> => Promise.reject(new Error('none is due')),
  });
  keeper.setDatabase(identity);
  const reported: (string | undefined)[] = [];
  keeper.check((problem) => reported.push(problem));
  await keeper.settled();
  expect(reported).toEqual([undefined]);
  return (await made.store.list('')).map(({ key }) => key);
};

describe('bases signed with a key that is no longer trusted', () => {
  it('are kept with their log until the trusted ones reach back far enough', async () => {
    const kept = await putBase(5, 4, older);
    await putBase(0, 6, made.signer);
    expect(await checkOnce()).toEqual(expect.arrayContaining(kept));
    // With the old key they can be restored.
    const { bases, wal } = await readCluster(made.store, CLUSTER, { verifier: undefined, unsigned: true });
    expect(bases.map(({ finishedAt }) => finishedAt)).toEqual([daysAgo(5), NOW]);
    expect(wal.map(({ file }) => file.name)).toContain(walFile(4).name);
  });

  it('are removed once they are old, and the trusted ones reach back far enough', async () => {
    const old = await putBase(20, 4, older);
    await putBase(15, 6, made.signer);
    await putBase(0, 8, made.signer);
    const left = await checkOnce();
    expect(left.filter((key) => old.includes(key))).toEqual([]);
    const { bases, distrusted } = await readCluster(made.store, CLUSTER, made.trust);
    expect([bases.map(({ finishedAt }) => finishedAt), distrusted]).toEqual([[daysAgo(15), NOW], []]);
  });

  it('are kept while they are not old, even if there is an old trusted one', async () => {
    await putBase(20, 2, made.signer);
    const kept = await putBase(5, 4, older);
    await putBase(0, 6, made.signer);
    expect(await checkOnce()).toEqual(expect.arrayContaining(kept));
  });

  it('are listed as distrusted, but as bases for a reader that trusts their key', async () => {
    await putBase(5, 4, older);
    const trust = requireTrust({ signingKey: undefined, verifyKey: older.verifyKey });
    expect((await readCluster(made.store, CLUSTER, trust)).bases).toHaveLength(1);
    const { bases, distrusted, unfinished } = await readCluster(made.store, CLUSTER, made.trust);
    expect([bases.length, distrusted.length, unfinished.length]).toEqual([0, 2, 0]);
  });
});
