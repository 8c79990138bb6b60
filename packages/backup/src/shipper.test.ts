import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import { fetchWal } from './restore.ts';
import { createKeyPair } from './sealed.ts';
import { createShipper, shipLeftovers } from './shipper.ts';
import { createSigningKeys, needSigner, needTrust, type Signer, type Trust } from './signed.ts';
import type { Store } from './store.ts';
import { parseWalName, SEGMENT_BYTES, segmentName } from './wal.ts';
import { readSealedWal } from './wal-store.ts';

let dir: string;
let folder: string;
let store: Store;
let keys: Awaited<ReturnType<typeof createKeyPair>>;
let signer: Signer;
let trust: Trust;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-shipper-'));
  folder = join(dir, 'wal', '7');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(dir, 'store'));
  store = await openStore({ kind: 'folder', path: join(dir, 'store') });
  keys = await createKeyPair();
  const { signingKey } = createSigningKeys();
  signer = needSigner({ signingKey });
  trust = needTrust({ signingKey, verifyKey: undefined });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const now = (): Date => new Date('2026-12-01T00:00:00Z');
const options = (partialMs: number, shipped: bigint) => ({
  folder,
  store,
  recipients: [keys.recipient],
  signer,
  trust,
  cluster: '7',
  partialMs,
  timeline: 1,
  shipped,
  signed: shipped,
  now,
});
const shipper = (partialMs = 5_000, shipped = 0n) => createShipper(options(partialMs, shipped));
const name = (segment: number): string => segmentName(1, BigInt(segment));
const at = (segment: number, octets = 0): bigint => BigInt(segment) * SEGMENT_BYTES + BigInt(octets);
let clock = 1_700_000_000;
/** Writes a file as pg_receivewal does, with a distinct modification time. */
const write = (file: string, content: string): void => {
  writeFileSync(join(folder, file), content);
  clock += 1;
  utimesSync(join(folder, file), clock, clock);
};
const stored = async (): Promise<string[]> =>
  (await store.list('7/wal/')).map(({ key }) => key.split('/').at(-1) ?? '');
const fetched = async (wanted: string): Promise<string | undefined> => {
  const path = join(dir, 'fetched');
  const common = { store, cluster: '7', identities: [keys.identity], trust, end: undefined, aheadDir: undefined };
  const { readFileSync } = await import('node:fs');
  return (await fetchWal({ ...common, name: wanted, path })) ? readFileSync(path, 'utf8') : undefined;
};

describe('the shipper', () => {
  it('ships whole segments and histories, and removes the segments from the spool', async () => {
    for (const file of [name(4), name(5)]) write(file, file);
    write('00000002.history', 'history');
    const ours = shipper();
    await ours.ship(undefined, 0);
    expect(await stored()).toEqual([
      `${name(4)}.gz.age.signed`,
      `${name(5)}.gz.age.signed`,
      '00000002.history.gz.age.signed',
    ]);
    expect(readdirSync(folder)).toEqual(['00000002.history']);
    expect(ours.shipped()).toBe(at(6));
    expect(await fetched(name(5))).toBe(name(5));
    expect(await fetched('00000002.history')).toBe('history');
    expect(await fetched(name(6))).toBeUndefined();
  });

  it('ships the incomplete segment when it has changed, but not more often than allowed', async () => {
    const ours = shipper();
    write(`${name(4)}.partial`, 'one');
    await ours.ship(at(4, 3), 0);
    expect([await fetched(name(4)), ours.shipped()]).toEqual(['one', at(4, 3)]);
    write(`${name(4)}.partial`, 'one two');
    await ours.ship(at(4, 7), 1_000);
    expect([await fetched(name(4)), ours.shipped()]).toEqual(['one', at(4, 3)]);
    await ours.ship(at(4, 7), 5_000);
    expect([await fetched(name(4)), ours.shipped()]).toEqual(['one two', at(4, 7)]);
    write(`${name(4)}.partial`, 'one two three');
    await ours.ship(undefined, 5_001, true);
    expect(await fetched(name(4))).toBe('one two three');
  });

  it('replaces the incomplete segment by the whole one', async () => {
    const ours = shipper(0);
    write(`${name(4)}.partial`, 'part');
    await ours.ship(at(4, 4), 0);
    rmSync(join(folder, `${name(4)}.partial`));
    write(name(4), 'whole');
    await ours.ship(at(5, 1), 1);
    expect(await stored()).toEqual([`${name(4)}.gz.age.signed`]);
    expect([await fetched(name(4)), ours.shipped()]).toEqual(['whole', at(5, 1)]);
  });

  it('never replaces a segment by a shorter one after the receiver restarted it', async () => {
    const before = shipper(0);
    write(`${name(4)}.partial`, 'much of it');
    await before.ship(at(4, 10), 0);
    write(`${name(4)}.partial`, 'mu');
    const ours = shipper(0, before.shipped());
    await ours.ship(at(4, 2), 1);
    expect([await fetched(name(4)), ours.shipped()]).toEqual(['much of it', at(4, 10)]);
    write(`${name(4)}.partial`, 'much of it, and more');
    await ours.ship(at(4, 20), 2);
    expect([await fetched(name(4)), ours.shipped()]).toEqual(['much of it, and more', at(4, 20)]);
  });

  it('keeps a segment in the spool if the store failed', async () => {
    write(name(4), 'kept');
    const full: Store = { ...store, put: () => Promise.reject(new Error('the store is full')) };
    const ours = createShipper({ ...options(0, 0n), store: full });
    await expect(ours.ship(at(5), 0)).rejects.toThrow('the store is full');
    expect([readdirSync(folder), ours.shipped()]).toEqual([[name(4)], 0n]);
  });

  it('signs only the position known when the file was read', async () => {
    const ours = shipper(0);
    write(`${name(4)}.partial`, 'one two');
    await ours.ship(at(4, 3), 0);
    // The file is unchanged: it already held the position that the receiver reports now.
    await ours.ship(at(4, 7), 1);
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 7), at(4, 3)]);
    write(`${name(4)}.partial`, 'one two three');
    await ours.ship(at(4, 13), 2);
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 13), at(4, 13)]);
    const partial = parseWalName(`${name(4)}.partial`);
    const stated = partial && (await readSealedWal(store, '7', partial, trust));
    expect(stated?.upTo).toBe(ours.signed());
  });

  it('ships positions again on another timeline, after a restore to an earlier time', async () => {
    const ours = shipper(0);
    write(name(4), 'whole');
    await ours.ship(at(6), 0);
    const part = segmentName(2, 4n);
    write(`${part}.partial`, 'later');
    await ours.ship(at(4, 5), 1);
    expect(await fetched(part)).toBeUndefined();
    ours.begin(2);
    await ours.ship(at(4, 5), 2);
    expect([await fetched(part), ours.shipped(), ours.signed()]).toEqual(['later', at(4, 5), at(4, 5)]);
  });

  it('keeps its positions while pg_receivewal follows the server to another timeline, until it begins there', async () => {
    const ours = shipper(0);
    write(`${name(4)}.partial`, 'one');
    await ours.ship(at(4, 3), 0);
    const positions = () => [ours.isAhead(), ours.shipped(), ours.signed()];
    expect(positions()).toEqual([false, at(4, 3), at(4, 3)]);
    const followed = segmentName(2, 4n);
    write(`${followed}.partial`, 'one two');
    await ours.ship(at(4, 7), 1);
    expect([await fetched(followed), ...positions()]).toEqual(['one two', true, at(4, 3), at(4, 3)]);
    rmSync(join(folder, `${followed}.partial`));
    write(followed, 'whole');
    await ours.ship(at(5), 2);
    // The spool has the end of the timeline before alone.
    await ours.ship(at(5, 9), 3);
    expect([await fetched(followed), ...positions()]).toEqual(['whole', true, at(4, 3), at(4, 3)]);
    ours.begin(2);
    await ours.ship(at(5, 9), 4);
    expect(positions()).toEqual([false, at(5, 9), 0n]);
  });

  it('begins where the log of a timeline is known to be in the store', async () => {
    const ours = shipper(0);
    write(`${segmentName(2, 4n)}.partial`, 'much of it');
    await ours.ship(at(4, 10), 0);
    ours.begin(2, at(4, 10));
    expect([ours.isAhead(), ours.shipped(), ours.signed()]).toEqual([false, at(4, 10), at(4, 10)]);
    write(`${segmentName(2, 4n)}.partial`, 'mu');
    await ours.ship(at(4, 2), 1);
    expect([await fetched(segmentName(2, 4n)), ours.signed()]).toEqual(['much of it', at(4, 10)]);
    ours.begin(2);
    expect([ours.shipped(), ours.signed()]).toEqual([at(4, 10), at(4, 10)]);
  });

  it('counts only positions of the server’s timeline', async () => {
    const ours = shipper(0);
    ours.begin(2);
    write(name(9), 'whole');
    write(`${name(10)}.partial`, 'part');
    await ours.ship(at(4, 5), 0);
    expect([await stored(), ours.shipped(), ours.signed()]).toEqual([
      [`${name(9)}.gz.age.signed`, `${name(10)}.partial.gz.age.signed`],
      at(4, 5),
      0n,
    ]);
  });

  it('finds the position at which pg_receivewal continues', async () => {
    const ours = shipper();
    expect(await ours.next()).toBeUndefined();
    write('00000002.history', 'history');
    expect(await ours.next()).toBeUndefined();
    write(`${name(4)}.partial`, 'part');
    expect(await ours.next()).toEqual({ timeline: 1, lsn: at(4) });
    write(`${segmentName(2, 4n)}.partial`, 'part');
    expect(await ours.next()).toEqual({ timeline: 2, lsn: at(4) });
    // After a failover within the segment, the whole one is on the timeline before.
    write(name(4), 'whole');
    expect(await ours.next()).toEqual({ timeline: 2, lsn: at(4) });
    write(name(6), 'whole');
    expect(await ours.next()).toEqual({ timeline: 1, lsn: at(7) });
    write(`${name(6)}.partial`, 'part');
    expect(await ours.next()).toEqual({ timeline: 1, lsn: at(7) });
  });

  it('clears the spool after shipping it', async () => {
    const ours = shipper(5_000);
    write('00000002.history', 'history');
    write(name(3), 'whole');
    write(`${name(4)}.partial`, 'part');
    await ours.clear(0);
    expect(readdirSync(folder)).toEqual(['00000002.history']);
    expect([await fetched(name(3)), await fetched(name(4))]).toEqual(['whole', 'part']);
  });

  it('ships the spool of a daemon that no longer runs', async () => {
    write(name(4), 'whole');
    write(`${name(5)}.partial`, 'part');
    const shipped = { store, recipients: [keys.recipient], signer, trust, now };
    expect(await shipLeftovers({ spoolDir: dir, ...shipped })).toBe(2);
    expect([await fetched(name(4)), await fetched(name(5))]).toEqual(['whole', 'part']);
    expect(await shipLeftovers({ spoolDir: join(dir, 'nothing'), ...shipped })).toBe(0);
  });

  describe('that ships the incomplete segment of a daemon that no longer runs', () => {
    const part = parseWalName(`${name(5)}.partial`);
    const end = async (): Promise<bigint | undefined> => part && (await readSealedWal(store, '7', part, trust))?.upTo;
    const shipRest = () => shipLeftovers({ spoolDir: dir, store, recipients: [keys.recipient], signer, trust, now });

    it('signs what the file holds, although the state is of another cluster', async () => {
      write(`${name(5)}.partial`, 'one two');
      await shipper(0).ship(at(5, 7), 0);
      writeFileSync(join(dir, 'status.json'), '{}');
      await shipRest();
      expect([await fetched(name(5)), await end()]).toEqual(['one two', at(5, 7)]);
      write(`${name(5)}.partial`, 'one two three\0\0\0');
      await shipRest();
      expect([await fetched(name(5)), await end()]).toEqual(['one two three\0\0\0', at(5, 13)]);
    });

    it('keeps the copy in the store if that reaches further', async () => {
      write(`${name(5)}.partial`, 'one two three');
      await shipper(0).ship(at(5, 13), 0);
      write(`${name(5)}.partial`, 'one two\0\0\0\0\0\0\0\0');
      await shipRest();
      expect([await fetched(name(5)), await end()]).toEqual(['one two three', at(5, 13)]);
    });

    it('keeps the copy in the store if the file lacks a block in between', async () => {
      const whole = 'x'.repeat(10_000);
      write(`${name(5)}.partial`, whole);
      await shipper(0).ship(at(5, 9_000), 0);
      write(`${name(5)}.partial`, `${'x'.repeat(4_096)}${'\0'.repeat(4_096)}${'x'.repeat(4_096)}`);
      await shipRest();
      expect([await fetched(name(5)), await end()]).toEqual([whole, at(5, 9_000)]);
    });

    it('replaces a copy in the store that was forged', async () => {
      const { signingKey } = createSigningKeys();
      write(`${name(5)}.partial`, 'forged and long');
      await createShipper({ ...options(0, 0n), signer: needSigner({ signingKey }) }).ship(at(5, 15), 0);
      write(`${name(5)}.partial`, 'one');
      await shipRest();
      expect([await fetched(name(5)), await end()]).toEqual(['one', at(5, 3)]);
    });
  });
});
