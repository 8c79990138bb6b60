import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Base } from './catalog.ts';
import { emptyFolder, fetchWal, prepareFolder } from './restore.ts';
import { at, CLUSTER, type MadeStore, segmentOctets, startMadeStore, walFile } from './testing/made-store.ts';

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
  await made.putWal(walFile(6), segmentOctets(6), { upTo: at(7) });
  await made.putWal(walFile(7, true), segmentOctets(7), { upTo: at(7, 500) });
});
afterEach(() => made.close());

const path = (): string => join(made.dir, 'fetched');
/** Fetches as PostgreSQL asks, while a restore up to a signed end is on its way. */
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

describe('fetching the log for a recovery', () => {
  it('gives whole segments, then the one in part, then says that there is no more', async () => {
    expect([await fetch(6), await fetch(7), await fetch(8)]).toEqual([true, true, false]);
    expect(readFileSync(path()).equals(segmentOctets(7))).toBe(true);
  });

  it('stops at a last segment that was replaced by an older copy since', async () => {
    await made.putWal(walFile(7, true), segmentOctets(7), { upTo: at(7, 499) });
    await expect(fetch(7)).rejects.toThrow('is an older copy: it ends at 0/70001F3 instead of 0/70001F4');
    expect(existsSync(path())).toBe(false);
  });

  it('stops at a last segment that was removed: it must not look like the end of the log', async () => {
    rmSync(made.walPath(walFile(7, true)));
    await expect(fetch(7)).rejects.toThrow('was signed to be in the store, and is not there');
    rmSync(made.walPath(walFile(6)));
    await expect(fetch(6, at(7))).rejects.toThrow('was signed to be in the store, and is not there');
  });

  it('takes the last segment whole where it was completed since', async () => {
    rmSync(made.walPath(walFile(7, true)));
    await made.putWal(walFile(7), segmentOctets(7), { upTo: at(8) });
    expect(await fetch(7)).toBe(true);
  });

  it('asks nothing of segments of another timeline, which PostgreSQL tries first', async () => {
    expect(await fetch(8, at(8, 500), 2)).toBe(false);
  });

  it('stops at a segment that was changed', async () => {
    await made.putWal(walFile(6), segmentOctets(6), { upTo: at(7), cluster: '8' });
    const foreign = made.walPath(walFile(6)).replace(`/${CLUSTER}/wal/`, '/8/wal/');
    copyFileSync(foreign, made.walPath(walFile(6)));
    await expect(fetch(6)).rejects.toThrow('signed for another place');
  });

  it('says that there is no more where the log was signed to end just before a segment', async () => {
    rmSync(made.walPath(walFile(7, true)));
    expect(await fetch(7, at(7))).toBe(false);
  });

  it('fetches the whole segments that follow ahead, and nothing that is in part', async () => {
    for (const segment of [4, 5])
      await made.putWal(walFile(segment), segmentOctets(segment), { upTo: at(segment + 1) });
    const ahead = join(made.dir, 'ahead');
    expect(await fetch(4, at(7, 500), 1, ahead)).toBe(true);
    expect(readFileSync(path()).equals(segmentOctets(4))).toBe(true);
    expect(readdirSync(ahead).sort()).toEqual([walFile(5).name, walFile(6).name]);
    expect(readFileSync(join(ahead, walFile(5).name)).equals(segmentOctets(5))).toBe(true);
  });
});

describe('the folder of a restore', () => {
  const base = (dataBytes: number): Base => ({
    id: 'a',
    cluster: CLUSTER,
    startedAt: new Date(),
    finishedAt: new Date(),
    timeline: 1,
    startLsn: 0n,
    endLsn: 0n,
    storedBytes: 1,
    dataBytes,
    postgres: '17.1',
    superuser: 'laurel',
    database: 'laurel',
    archiveSha256: undefined,
  });

  it('must be empty: a single file that is there is left alone', async () => {
    const folder = join(made.dir, 'data');
    mkdirSync(folder);
    writeFileSync(join(folder, 'votes'), 'kept');
    await expect(prepareFolder(folder, base(1))).rejects.toThrow('is not empty');
    expect(readFileSync(join(folder, 'votes'), 'utf8')).toBe('kept');
    emptyFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('must have room for the base and what is fetched beside it', async () => {
    await expect(prepareFolder(join(made.dir, 'new'), base(2 ** 60))).rejects.toThrow(/GB are needed/);
  });
});
