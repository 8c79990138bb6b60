import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Base, baseArchiveKey, baseRecordKeys, chooseCluster, readCatalog, readCluster } from './catalog.ts';
import { createSigningKeys, requireSigner, requireTrust } from './signed.ts';
import { CLUSTER, type MadeStore, startMadeStore } from './testing/made-store.ts';
import { formatLsn } from './wal.ts';

const day = (date: number): Date => new Date(Date.UTC(2026, 11, date));

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
});
afterEach(() => made.close());

/** The unsigned record of a base, as before signatures. */
const unsignedText = ({ archiveSha256: _signed, startLsn, endLsn, ...base }: Base): string =>
  JSON.stringify({ ...base, startLsn: formatLsn(startLsn), endLsn: formatLsn(endLsn) });
const put = (key: string, text: string) => made.store.put(key, Readable.from([Buffer.from(text)]));

describe('choosing a cluster', () => {
  beforeEach(async () => {
    await made.putBase(day(9), 4, { cluster: '80' });
    await made.putBase(day(2), 4);
    await made.putBase(day(4), 5);
    await made.putBase(day(3), 4, { cluster: '9' });
    await put('lost+found/base/x/base.signed', 'somebody else’s');
  });

  it('chooses the one with the newest base', async () => {
    const catalog = await readCatalog(made.store, made.trust);
    expect(catalog.map(({ cluster }) => cluster).sort()).toEqual(['7', '80', '9']);
    expect(chooseCluster(catalog, made.store).cluster).toBe('80');
    const without = catalog.filter(({ cluster }) => cluster !== '80');
    expect(chooseCluster(without, made.store).cluster).toBe(CLUSTER);
    expect(chooseCluster(without.toReversed(), made.store).cluster).toBe(CLUSTER);
  });

  it('chooses the named one, or fails', async () => {
    const catalog = await readCatalog(made.store, made.trust);
    expect(chooseCluster(catalog, made.store, '9').cluster).toBe('9');
    expect(() => chooseCluster(catalog, made.store, '10')).toThrow('nothing of cluster 10');
    expect(() => chooseCluster([], made.store)).toThrow('There is no base backup in');
  });

  it('sorts the bases from the oldest to the newest', async () => {
    const { bases } = await readCluster(made.store, CLUSTER, made.trust);
    expect(bases.map(({ finishedAt }) => finishedAt)).toEqual([day(2), day(4)]);
  });
});

describe('the catalog of bases', () => {
  // This test fails if a record is accepted under the id of another base: an older base would be restored as a newer one.
  it('reports a record that was signed for another base of the cluster', async () => {
    const [older, newer] = [await made.putBase(day(2), 4), await made.putBase(day(4), 5)];
    const [keyOfOlder] = baseRecordKeys(CLUSTER, older.id);
    const [keyOfNewer] = baseRecordKeys(CLUSTER, newer.id);
    await put(keyOfNewer, readFileSync(made.pathOf(keyOfOlder), 'utf8'));
    const { bases, problems } = await readCluster(made.store, CLUSTER, made.trust);
    expect(bases.map(({ id }) => id)).toEqual([older.id]);
    expect(problems).toEqual([`${keyOfNewer} was signed for another base backup: ${CLUSTER}/base/${older.id}.`]);
  });

  it('lists a base with a signed and an unsigned record once', async () => {
    const base = await made.putBase(day(2), 4);
    const [, unsignedKey] = baseRecordKeys(CLUSTER, base.id);
    await put(unsignedKey, unsignedText(base));
    const { bases, unsigned } = await readCluster(made.store, CLUSTER, { ...made.trust, unsigned: true });
    expect([bases.length, bases[0]?.archiveSha256, unsigned.bases]).toEqual([1, expect.any(String), []]);
  });

  it('lists an archive as unfinished if it has neither a signed nor an unsigned record', async () => {
    const record = await made.putBase(day(2), 4);
    const [signedKey, unsignedKey] = baseRecordKeys(CLUSTER, record.id);
    const unfinished = async () =>
      (await readCluster(made.store, CLUSTER, made.trust)).unfinished.map(({ key }) => key);
    expect(await unfinished()).toEqual([]);
    await made.store.remove([signedKey]);
    expect(await unfinished()).toEqual([baseArchiveKey(CLUSTER, record.id)]);
    await put(unsignedKey, unsignedText(record));
    expect(await unfinished()).toEqual([]);
  });

  it('lists a record that another key signed as distrusted, with its archive, and as a base for who trusts that key', async () => {
    const other = requireSigner(createSigningKeys());
    const { id } = await made.putBase(day(2), 4, { by: other });
    const { bases, distrusted, unfinished } = await readCluster(made.store, CLUSTER, made.trust);
    const keys = distrusted.map(({ key }) => key);
    expect([bases, keys, unfinished]).toEqual([[], [baseRecordKeys(CLUSTER, id)[0], baseArchiveKey(CLUSTER, id)], []]);
    const trust = requireTrust({ signingKey: undefined, verifyKey: other.verifyKey });
    expect((await readCluster(made.store, CLUSTER, trust)).bases).toHaveLength(1);
  });
});
