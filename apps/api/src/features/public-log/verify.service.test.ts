import { useLogDatabase } from '@laurel/support/log-database';
import { TEST_YEAR } from '@laurel/support/public-log';
import { expect, it } from 'vitest';
import { createTiles } from './tree.service.ts';
import { verifyLog } from './verify.service.ts';

/** More leaves than a tile has, so that the newest tiles of two levels are partial. */
const VOTES = 300;

const test = useLogDatabase();

// This test fails if only the partial tiles that the last leaves changed are compared: that of level 1 is not.
it.each([
  [0, 1],
  [1, 0],
])('the verification of a log finds a changed hash in its partial tile %i/%i', async (level, index) => {
  const log = await test.openLog();
  await test.insertVotes(VOTES);
  await log.run();
  const problems = async (): Promise<string[]> => {
    const parts = { db: log.pool, tiles: createTiles(log.pool), key: log.key, year: TEST_YEAR };
    return (await verifyLog(parts, VOTES + 1, () => undefined)).problems;
  };
  expect(await problems()).toEqual([]);
  const place = `level = ${level} AND tile = ${index}`;
  await test.tamper(
    'all_log_tiles',
    `UPDATE log_tiles SET data = set_byte(data, 8, 255 - get_byte(data, 8)) WHERE ${place}`,
  );
  expect(await problems()).toEqual([`the tile ${level}/${index} is not that of the leaves`]);
});
