import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchWal } from './restore.ts';
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
const fetch = (segment: number, upTo = at(7, 500), timeline = 1): Promise<boolean> =>
  fetchWal({
    store: made.store,
    cluster: CLUSTER,
    identities: [made.keys.identity],
    trust: made.trust,
    end: { timeline, upTo },
    name: walFile(segment).name,
    path: path(),
    aheadDir: undefined,
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
});
