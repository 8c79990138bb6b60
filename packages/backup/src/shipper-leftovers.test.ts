// What a spool holds when a daemon ends: its position may be unknown.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createShipper, shipLeftovers } from './shipper.ts';
import { createSigningKeys, needSigner } from './signed.ts';
import { at } from './testing/made-store.ts';
import { name, type Spool, startSpool } from './testing/spool.ts';
import { parseWalName } from './wal.ts';
import { readSealedWal } from './wal-store.ts';

let spool: Spool;
beforeEach(async () => {
  spool = await startSpool();
});
afterEach(() => spool.close());

describe('the shipper', () => {
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

    it('signs what the file holds, although the state is of another cluster', async () => {
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
      await createShipper({ ...spool.options(0, 0n), signer: needSigner({ signingKey }) }).ship(at(5, 15), 0);
      spool.write(`${name(5)}.partial`, 'one');
      await shipRest();
      expect([await spool.fetched(name(5)), await end()]).toEqual(['one', at(5, 3)]);
    });
  });
});
