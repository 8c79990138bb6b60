import { openTestDatabase } from '@laurel/database/testing';
import { ensureYear } from '@laurel/database/testing-rows';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTiles } from './tree.service.ts';

const HASHES = 256;
const hashes = (filler: number): Buffer => Buffer.alloc(HASHES * 32, filler);

let test: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  test = await openTestDatabase();
  await ensureYear(test.owner);
});
afterEach(() => test.close());

const store = async (data: Buffer): Promise<void> => {
  await test.owner.query('ALTER TABLE all_log_tiles DISABLE TRIGGER USER');
  await test.owner.query(
    `INSERT INTO log_tiles (level, tile, data) VALUES (0, 0, $1) ON CONFLICT (year, level, tile) DO UPDATE SET data = $1`,
    [data],
  );
};

describe('a full tile', () => {
  // This test fails if each full tile is kept: the old hashes are served for good.
  it('is not kept in memory if it was read for a narrower one: its last hashes may be lost in a failover', async () => {
    const tiles = createTiles(test.app);
    const common = Buffer.alloc(100 * 32, 1);
    await store(Buffer.concat([common, hashes(2)]).subarray(0, HASHES * 32));
    expect(await tiles.find({ level: 0, index: 0, width: 100 })).toEqual(common);
    const after = Buffer.concat([common, hashes(3)]).subarray(0, HASHES * 32);
    await store(after);
    expect(await tiles.find({ level: 0, index: 0, width: HASHES })).toEqual(after);
  });

  it('is kept in memory if it was requested as a whole, and then serves narrower ones, too', async () => {
    const tiles = createTiles(test.app);
    await store(hashes(1));
    expect(await tiles.find({ level: 0, index: 0, width: HASHES })).toEqual(hashes(1));
    await store(hashes(2));
    expect(await tiles.find({ level: 0, index: 0, width: HASHES })).toEqual(hashes(1));
    expect(await tiles.find({ level: 0, index: 0, width: 7 })).toEqual(hashes(1).subarray(0, 7 * 32));
  });
});
