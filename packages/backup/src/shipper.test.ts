import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from './store.ts';
import { at } from './testing/made-store.ts';
import { name, type Spool, startSpool } from './testing/spool.ts';
import { parseWalName, segmentName } from './wal.ts';
import { readSealedWal } from './wal-store.ts';

let spool: Spool;
beforeEach(async () => {
  spool = await startSpool();
});
afterEach(() => spool.close());

describe('the shipper', () => {
  it('ships whole segments and histories, and removes the segments from the spool', async () => {
    for (const file of [name(4), name(5)]) spool.write(file, file);
    spool.write('00000002.history', 'history');
    const ours = spool.shipper();
    await ours.ship(undefined, 0);
    expect(await spool.stored()).toEqual([
      `${name(4)}.gz.age.signed`,
      `${name(5)}.gz.age.signed`,
      '00000002.history.gz.age.signed',
    ]);
    expect(readdirSync(spool.folder)).toEqual(['00000002.history']);
    expect(ours.shipped()).toBe(at(6));
    expect(await spool.fetched(name(5))).toBe(name(5));
    expect(await spool.fetched('00000002.history')).toBe('history');
    expect(await spool.fetched(name(6))).toBeUndefined();
  });

  it('ships the incomplete segment when it has changed, but not more often than allowed', async () => {
    const ours = spool.shipper();
    spool.write(`${name(4)}.partial`, 'one');
    await ours.ship(at(4, 3), 0);
    expect([await spool.fetched(name(4)), ours.shipped()]).toEqual(['one', at(4, 3)]);
    spool.write(`${name(4)}.partial`, 'one two');
    await ours.ship(at(4, 7), 1_000);
    expect([await spool.fetched(name(4)), ours.shipped()]).toEqual(['one', at(4, 3)]);
    await ours.ship(at(4, 7), 5_000);
    expect([await spool.fetched(name(4)), ours.shipped()]).toEqual(['one two', at(4, 7)]);
    spool.write(`${name(4)}.partial`, 'one two three');
    await ours.ship(undefined, 5_001, true);
    expect(await spool.fetched(name(4))).toBe('one two three');
  });

  it('replaces the incomplete segment by the whole one', async () => {
    const ours = spool.shipper(0);
    spool.write(`${name(4)}.partial`, 'part');
    await ours.ship(at(4, 4), 0);
    rmSync(join(spool.folder, `${name(4)}.partial`));
    spool.write(name(4), 'whole');
    await ours.ship(at(5, 1), 1);
    expect(await spool.stored()).toEqual([`${name(4)}.gz.age.signed`]);
    expect([await spool.fetched(name(4)), ours.shipped()]).toEqual(['whole', at(5, 1)]);
  });

  it('never replaces a segment by a shorter one after the receiver restarted it', async () => {
    const before = spool.shipper(0);
    spool.write(`${name(4)}.partial`, 'much of it');
    await before.ship(at(4, 10), 0);
    spool.write(`${name(4)}.partial`, 'mu');
    const ours = spool.shipper(0, before.shipped());
    await ours.ship(at(4, 2), 1);
    expect([await spool.fetched(name(4)), ours.shipped()]).toEqual(['much of it', at(4, 10)]);
    spool.write(`${name(4)}.partial`, 'much of it, and more');
    await ours.ship(at(4, 20), 2);
    expect([await spool.fetched(name(4)), ours.shipped()]).toEqual(['much of it, and more', at(4, 20)]);
  });

  it('keeps a segment in the spool if the store failed', async () => {
    spool.write(name(4), 'kept');
    const full: Store = { ...spool.store, put: () => Promise.reject(new Error('the store is full')) };
    const ours = spool.shipper(0, 0n, { store: full });
    await expect(ours.ship(at(5), 0)).rejects.toThrow('the store is full');
    expect([readdirSync(spool.folder), ours.shipped()]).toEqual([[name(4)], 0n]);
  });

  it('signs only the position known when the file was read', async () => {
    const ours = spool.shipper(0);
    spool.write(`${name(4)}.partial`, 'one two');
    await ours.ship(at(4, 3), 0);
    // The file is unchanged: it already held the position that the receiver reports now.
    await ours.ship(at(4, 7), 1);
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 7), at(4, 3)]);
    spool.write(`${name(4)}.partial`, 'one two three');
    await ours.ship(at(4, 13), 2);
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 13), at(4, 13)]);
    const partial = parseWalName(`${name(4)}.partial`);
    const stated = partial && (await readSealedWal(spool.store, '7', partial, spool.trust));
    expect(stated?.upTo).toBe(ours.signed());
  });

  it('ships positions again on another timeline, after a restore to an earlier time', async () => {
    const ours = spool.shipper(0);
    spool.write(name(4), 'whole');
    await ours.ship(at(6), 0);
    const part = segmentName(2, 4n);
    spool.write(`${part}.partial`, 'later');
    await ours.ship(at(4, 5), 1);
    expect(await spool.fetched(part)).toBeUndefined();
    ours.begin(2);
    await ours.ship(at(4, 5), 2);
    expect([await spool.fetched(part), ours.shipped(), ours.signed()]).toEqual(['later', at(4, 5), at(4, 5)]);
  });

  it('keeps its positions while pg_receivewal follows the server to another timeline, until it begins there', async () => {
    const ours = spool.shipper(0);
    spool.write(`${name(4)}.partial`, 'one');
    await ours.ship(at(4, 3), 0);
    const positions = () => [ours.isAhead(), ours.shipped(), ours.signed()];
    expect(positions()).toEqual([false, at(4, 3), at(4, 3)]);
    const followed = segmentName(2, 4n);
    spool.write(`${followed}.partial`, 'one two');
    await ours.ship(at(4, 7), 1);
    expect([await spool.fetched(followed), ...positions()]).toEqual(['one two', true, at(4, 3), at(4, 3)]);
    rmSync(join(spool.folder, `${followed}.partial`));
    spool.write(followed, 'whole');
    await ours.ship(at(5), 2);
    // The spool has only the end of the previous timeline now.
    await ours.ship(at(5, 9), 3);
    expect([await spool.fetched(followed), ...positions()]).toEqual(['whole', true, at(4, 3), at(4, 3)]);
    ours.begin(2);
    await ours.ship(at(5, 9), 4);
    expect(positions()).toEqual([false, at(5, 9), 0n]);
    // The end of the signed log stays that of the previous timeline, until log of the new one is signed.
    expect(ours.reach().end).toEqual({ timeline: 1, lsn: at(4, 3) });
    spool.write(segmentName(2, 5n), 'whole');
    await ours.ship(at(6, 1), 5);
    expect(ours.reach().end).toEqual({ timeline: 2, lsn: at(6) });
  });

  it('does not count a position that is older than the start of pg_receivewal', async () => {
    const ours = spool.shipper(0);
    spool.write(`${name(4)}.partial`, 'one');
    await ours.ship(at(4, 3), 0);
    const shipped = ours.ship(at(9), 1);
    ours.begin(1);
    await shipped;
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 3), at(4, 3)]);
  });

  it('begins where the log of a timeline is known to be in the store', async () => {
    expect(spool.shipper(0, at(4, 3), { end: { timeline: 1, lsn: at(4, 10) } }).shipped()).toBe(at(4, 10));
    const ours = spool.shipper(0, 0n, { end: { timeline: 2, lsn: at(4, 10) } });
    spool.write(`${segmentName(2, 4n)}.partial`, 'much of it');
    await ours.ship(at(4, 10), 0);
    expect([ours.isAhead(), ours.shipped(), ours.signed()]).toEqual([true, 0n, 0n]);
    ours.begin(2);
    expect([ours.isAhead(), ours.shipped(), ours.signed()]).toEqual([false, at(4, 10), at(4, 10)]);
    spool.write(`${segmentName(2, 4n)}.partial`, 'mu');
    await ours.ship(at(4, 2), 1);
    expect([await spool.fetched(segmentName(2, 4n)), ours.signed()]).toEqual(['much of it', at(4, 10)]);
    ours.begin(2);
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 10), at(4, 10)]);
  });

  it('counts only positions of the server’s timeline', async () => {
    const ours = spool.shipper(0);
    ours.begin(2);
    spool.write(name(9), 'whole');
    spool.write(`${name(10)}.partial`, 'part');
    await ours.ship(at(4, 5), 0);
    expect([await spool.stored(), ours.shipped(), ours.signed()]).toEqual([
      [`${name(9)}.gz.age.signed`, `${name(10)}.partial.gz.age.signed`],
      at(4, 5),
      0n,
    ]);
  });

  it('finds the position at which pg_receivewal continues', async () => {
    const ours = spool.shipper();
    expect(await ours.next()).toBeUndefined();
    spool.write('00000002.history', 'history');
    expect(await ours.next()).toBeUndefined();
    spool.write(`${name(4)}.partial`, 'part');
    expect(await ours.next()).toEqual({ timeline: 1, lsn: at(4) });
    spool.write(`${segmentName(2, 4n)}.partial`, 'part');
    expect(await ours.next()).toEqual({ timeline: 2, lsn: at(4) });
    // After a failover within the segment, the whole one is on the previous timeline.
    spool.write(name(4), 'whole');
    expect(await ours.next()).toEqual({ timeline: 2, lsn: at(4) });
    spool.write(name(6), 'whole');
    expect(await ours.next()).toEqual({ timeline: 1, lsn: at(7) });
    spool.write(`${name(6)}.partial`, 'part');
    expect(await ours.next()).toEqual({ timeline: 1, lsn: at(7) });
  });

  it('clears the spool after shipping it', async () => {
    const ours = spool.shipper(5_000);
    spool.write('00000002.history', 'history');
    spool.write(name(3), 'whole');
    spool.write(`${name(4)}.partial`, 'part');
    expect(await ours.clear()).toEqual([]);
    expect(readdirSync(spool.folder)).toEqual(['00000002.history']);
    expect([await spool.fetched(name(3)), await spool.fetched(name(4))]).toEqual(['whole', 'part']);
  });
});
