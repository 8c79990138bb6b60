// The spool of a daemon that ended, or that clears its spool: the end of the WAL in a file may be unknown.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shipLeftovers } from './shipper.ts';
import { createSigningKeys, requireSigner } from './signed.ts';
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
  describe('that clears a spool with a block of zeros in the incomplete segment', () => {
    const part = `${name(4)}.partial`;
    const some = `${'x'.repeat(4_096)}${'\0'.repeat(4_096)}${'x'.repeat(4_096)}`;
    beforeEach(async () => {
      spool.write(part, some);
      await spool.shipper(0).ship(at(4, 12_288), 0);
    });

    it('keeps the segment if it may reach further than the copy in the store', async () => {
      spool.write(part, `${some}more`);
      const ours = spool.shipper(0);
      // This call examines the segment and sends nothing. It must not count as a copy.
      await ours.ship(undefined, 0);
      expect(await ours.clear()).toEqual([`${part}.kept`]);
      expect(readFileSync(join(spool.folder, `${part}.kept`), 'utf8')).toBe(`${some}more`);
      expect([await spool.fetched(name(4)), await ours.next()]).toEqual([some, undefined]);
    });

    it('removes the segment if the copy in the store reaches as far', async () => {
      spool.write(part, `${some}${'\0'.repeat(9_000)}`);
      expect(await spool.shipper(0).clear()).toEqual([]);
      expect(readdirSync(spool.folder)).toEqual([]);
    });

    it('removes the segment if the copy in the store was made from it', async () => {
      spool.write(part, `${some}more`);
      const ours = spool.shipper(0);
      await ours.ship(at(4, 12_289), 0);
      expect(await ours.clear()).toEqual([]);
      expect([readdirSync(spool.folder), await spool.fetched(name(4))]).toEqual([[], `${some}more`]);
    });
  });

  it('ships each incomplete segment before it clears the spool', async () => {
    // After a failover within the segment, the spool has it on both timelines.
    const followed = segmentName(2, 4n);
    for (const file of [name(4), followed]) spool.write(`${file}.partial`, file);
    expect(await spool.shipper().clear()).toEqual([]);
    expect(readdirSync(spool.folder)).toEqual([]);
    expect([await spool.fetched(name(4)), await spool.fetched(followed)]).toEqual([name(4), followed]);
  });

  it('sends a segment once its position is known, although it was examined before', async () => {
    const part = `${name(4)}.partial`;
    const zeros = '\0'.repeat(4_096);
    spool.write(part, `one${zeros}${zeros}two`);
    await spool.shipper(0).ship(at(4, 5_000), 0);
    spool.write(part, `one${zeros}${zeros}two three`);
    const ours = spool.shipper(0);
    await ours.ship(undefined, 0);
    await ours.ship(at(4, 8_204), 1);
    expect([await spool.fetched(name(4)), ours.signed()]).toEqual([`one${zeros}${zeros}two three`, at(4, 8_204)]);
  });

  it('ships the spool of a daemon that no longer runs', async () => {
    spool.write(name(4), 'whole');
    spool.write(`${name(5)}.partial`, 'part');
    expect(await shipLeftovers(spool.leftovers)).toBe(2);
    expect([await spool.fetched(name(4)), await spool.fetched(name(5))]).toEqual(['whole', 'part']);
    expect(await shipLeftovers({ ...spool.leftovers, spoolDir: join(spool.dir, 'nothing') })).toBe(0);
  });

  describe('that ships the incomplete segment of a daemon that no longer runs', () => {
    const part = parseWalName(`${name(5)}.partial`);
    const end = async (): Promise<bigint | undefined> =>
      part && (await readSealedWal(spool.store, '7', part, spool.trust))?.upTo;
    const shipRest = () => shipLeftovers(spool.leftovers);

    it('signs up to the end of the data in the file, and ignores the state of the daemon', async () => {
      spool.write(`${name(5)}.partial`, 'one two');
      await spool.shipper(0).ship(at(5, 7), 0);
      writeFileSync(join(spool.dir, 'status.json'), '{}');
      await shipRest();
      expect([await spool.fetched(name(5)), await end()]).toEqual(['one two', at(5, 7)]);
      spool.write(`${name(5)}.partial`, 'one two three\0\0\0');
      await shipRest();
      expect([await spool.fetched(name(5)), await end()]).toEqual(['one two three\0\0\0', at(5, 13)]);
    });

    it('keeps the copy in the store if that reaches further', async () => {
      spool.write(`${name(5)}.partial`, 'one two three');
      await spool.shipper(0).ship(at(5, 13), 0);
      spool.write(`${name(5)}.partial`, 'one two\0\0\0\0\0\0\0\0');
      await shipRest();
      expect([await spool.fetched(name(5)), await end()]).toEqual(['one two three', at(5, 13)]);
    });

    it('keeps the copy in the store if the file lacks a block in between', async () => {
      const whole = 'x'.repeat(10_000);
      spool.write(`${name(5)}.partial`, whole);
      await spool.shipper(0).ship(at(5, 9_000), 0);
      spool.write(`${name(5)}.partial`, `${'x'.repeat(4_096)}${'\0'.repeat(4_096)}${'x'.repeat(4_096)}`);
      await shipRest();
      expect([await spool.fetched(name(5)), await end()]).toEqual([whole, at(5, 9_000)]);
    });

    it('replaces a copy in the store that was forged', async () => {
      const { signingKey } = createSigningKeys();
      spool.write(`${name(5)}.partial`, 'forged and long');
      await spool.shipper(0, 0n, { signer: requireSigner({ signingKey }) }).ship(at(5, 15), 0);
      spool.write(`${name(5)}.partial`, 'one');
      await shipRest();
      expect([await spool.fetched(name(5)), await end()]).toEqual(['one', at(5, 3)]);
    });
  });
});
