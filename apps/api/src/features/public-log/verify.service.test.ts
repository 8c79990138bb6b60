import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@laurel/database/testing';
import { insertNominees, THEN } from '@laurel/database/testing-rows';
import { openTestLog, TEST_YEAR } from '@laurel/support/public-log';
import { expect, it, onTestFinished } from 'vitest';
import { createTiles } from './tree.service.ts';
import { verifyLog } from './verify.service.ts';

/** More leaves than a tile has, so that the newest tiles of two levels are partial. */
const VOTES = 300;

// This test fails if only the partial tiles that the last leaves changed are compared: that of level 1 is not.
it.each([
  [0, 1],
  [1, 0],
])('the verification of a log finds a changed hash in its partial tile %i/%i', async (level, index) => {
  const { owner, url, close } = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  const log = await openTestLog({ url, dataDir });
  onTestFinished(async () => {
    await log.close();
    await close();
    rmSync(dataDir, { recursive: true });
  });
  const [[nominee] = []] = await insertNominees(owner, 1, 1);
  await owner.query(
    `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
     SELECT gen_random_uuid(), category_id, id, $2 FROM nominees, generate_series(1, $3) WHERE id = $1`,
    [nominee, THEN, VOTES],
  );
  await log.run();
  const problems = async (): Promise<string[]> => {
    const parts = { db: log.pool, tiles: createTiles(log.pool), key: log.key, year: TEST_YEAR };
    return (await verifyLog(parts, VOTES + 1, () => undefined)).problems;
  };
  expect(await problems()).toEqual([]);
  await owner.query('ALTER TABLE all_log_tiles DISABLE TRIGGER USER');
  const changed = await owner.query(
    'UPDATE log_tiles SET data = set_byte(data, 8, 255 - get_byte(data, 8)) WHERE level = $1 AND tile = $2',
    [level, index],
  );
  expect(changed.rowCount).toBe(1);
  expect(await problems()).toEqual([`the tile ${level}/${index} is not that of the leaves`]);
});
