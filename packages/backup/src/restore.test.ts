import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseArchiveKey } from './catalog.ts';
import { fetchWal } from './fetch-wal.ts';
import { outputOf } from './programs.ts';
import { emptyFolder, prepareFolder, unpackBase } from './restore.ts';
import { seal } from './sealed.ts';
import { digestOf } from './signed.ts';
import { at, CLUSTER, type MadeStore, madeBase, segmentBytes, startMadeStore, walFile } from './testing/made-store.ts';

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
  await made.putWal(walFile(6), segmentBytes(6), { upTo: at(7) });
  await made.putWal(walFile(7, true), segmentBytes(7), { upTo: at(7, 500) });
});
afterEach(() => made.close());

const path = (): string => join(made.dir, 'fetched');
/** Fetches a file as PostgreSQL does during a restore to a signed end. */
const fetch = (segment: number, upTo = at(7, 500), timeline = 1, aheadDir?: string): Promise<boolean> =>
  fetchWal({
    store: made.store,
    cluster: CLUSTER,
    identities: [made.keys.identity],
    trust: made.trust,
    end: { timeline, upTo },
    name: walFile(segment).name,
    path: path(),
    aheadDir,
  });

describe('fetching WAL for a recovery', () => {
  it('returns whole segments, then the incomplete one, then no file', async () => {
    expect([await fetch(6), await fetch(7), await fetch(8)]).toEqual([true, true, false]);
    expect(readFileSync(path()).equals(segmentBytes(7))).toBe(true);
  });

  it('fails at a last segment that was replaced by an older copy', async () => {
    await made.putWal(walFile(7, true), segmentBytes(7), { upTo: at(7, 499) });
    await expect(fetch(7)).rejects.toThrow('is an older copy: it ends at 0/70001F3 instead of 0/70001F4');
    expect(existsSync(path())).toBe(false);
  });

  it('fails at a last segment that was removed, instead of ending the recovery', async () => {
    rmSync(made.walPath(walFile(7, true)));
    await expect(fetch(7)).rejects.toThrow('was signed to be in the store, and is not there');
    rmSync(made.walPath(walFile(6)));
    await expect(fetch(6, at(7))).rejects.toThrow('was signed to be in the store, and is not there');
  });

  it('uses the whole last segment if it was completed meanwhile', async () => {
    rmSync(made.walPath(walFile(7, true)));
    await made.putWal(walFile(7), segmentBytes(7), { upTo: at(8) });
    expect(await fetch(7)).toBe(true);
  });

  it('ignores segments of another timeline, which PostgreSQL requests first', async () => {
    expect(await fetch(8, at(8, 500), 2)).toBe(false);
  });

  it('returns no file if the signed end is exactly before the segment', async () => {
    rmSync(made.walPath(walFile(7, true)));
    expect(await fetch(7, at(7))).toBe(false);
  });

  it('prefetches the following whole segments, and no incomplete one', async () => {
    for (const segment of [4, 5]) await made.putWal(walFile(segment), segmentBytes(segment), { upTo: at(segment + 1) });
    const ahead = join(made.dir, 'ahead');
    expect(await fetch(4, at(7, 500), 1, ahead)).toBe(true);
    expect(readFileSync(path()).equals(segmentBytes(4))).toBe(true);
    expect(readdirSync(ahead).sort()).toEqual([walFile(5).name, walFile(6).name]);
    expect(readFileSync(join(ahead, walFile(5).name)).equals(segmentBytes(5))).toBe(true);
  });
});

describe('the folder of a restore', () => {
  it('must be empty; an existing file is left unchanged', async () => {
    const folder = join(made.dir, 'data');
    mkdirSync(folder);
    writeFileSync(join(folder, 'votes'), 'kept');
    await expect(prepareFolder(folder, madeBase(6))).rejects.toThrow('is not empty');
    expect(readFileSync(join(folder, 'votes'), 'utf8')).toBe('kept');
    emptyFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('must have space for the base and the prefetched WAL', async () => {
    await expect(prepareFolder(join(made.dir, 'new'), madeBase(6, { dataBytes: 2 ** 60 }))).rejects.toThrow(
      /GB are needed/,
    );
  });
});

it.each([0, 500])('unpacking a base ends at the signal when the store is silent after %d bytes', async (bytes) => {
  const base = await made.putBase(new Date(), 6);
  const archive = readFileSync(made.pathOf(baseArchiveKey(CLUSTER, base.id)));
  const silent = new Readable({ read: () => undefined });
  silent.push(archive.subarray(0, bytes));
  const store = { ...made.store, get: () => Promise.resolve(silent) };
  const folder = join(made.dir, 'unpacked');
  mkdirSync(folder);
  const stopping = new AbortController();
  const unpacked = unpackBase(store, base, [made.keys.identity], folder, { signal: stopping.signal });
  unpacked.catch(() => undefined);
  // Waits until the store's bytes were read.
  await expect.poll(() => silent.readableLength).toBe(0);
  stopping.abort(new Error('Ctrl-C'));
  await expect(unpacked).rejects.toThrow('Ctrl-C');
  expect(silent.destroyed).toBe(true);
});

// This test fails if the digest is checked after the unpacking: the file was there.
it('an archive that was replaced by one for the same key is not unpacked', async () => {
  const base = await made.putBase(new Date(), 6);
  const [planted, folder] = [join(made.dir, 'planted'), join(made.dir, 'unpacked')];
  for (const each of [planted, folder]) mkdirSync(each);
  writeFileSync(join(planted, 'postgresql.auto.conf'), "archive_command = 'evil'");
  const packed = Readable.from(outputOf('tar', ['-c', '-f', '-', '-C', planted, '.']));
  const archive = await buffer(await seal(packed, [made.keys.recipient]));
  const store = { ...made.store, get: async () => Readable.from([archive]) };
  await expect(unpackBase(store, base, [made.keys.identity], folder)).rejects.toThrow('is not what was signed');
  expect(readdirSync(folder)).toEqual([]);
  await unpackBase(store, { ...base, archiveSha256: digestOf(archive) }, [made.keys.identity], folder);
  expect(readdirSync(folder)).toEqual(['postgresql.auto.conf']);
});
