import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@laurel/database/testing';
import { castVotes, insertNominees, insertVoters } from '@laurel/database/testing-rows';
import { expect, it } from 'vitest';
import { openTestLog, readLog } from './public-log.ts';

it('readLog compares the tiles of every level', async () => {
  const database = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  const nominee = (await insertNominees(database.owner, 1, 1))[0]?.[0] ?? 0;
  const voters = await insertVoters(database.owner, 260);
  await castVotes(
    database.owner,
    voters.map(({ sessionId }) => [sessionId, nominee] as const),
  );
  const log = await openTestLog({ url: database.url, dataDir });
  await log.run();
  const changed = (tile: string) => async (path: string) => {
    const data = await log.file(path);
    return path.startsWith(tile) ? data?.map((octet, index) => (index === 0 ? octet ^ 1 : octet)) : data;
  };

  expect((await readLog(log.file, log.key)).size).toBeGreaterThan(256);
  for (const tile of ['tile/0/000', 'tile/0/001', 'tile/1/000']) {
    await expect(readLog(changed(tile), log.key), tile).rejects.toThrow(/^tile\/\d\/\S+ has other hashes$/);
  }
  await log.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});
