import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@laurel/database/embedded';
import { migrate } from '@laurel/database/migrate';

/** The variable with the folder of the prepared database, which the workers inherit. */
const VARIABLE = 'PREPARED_DATABASE';

/** Creates a temporary folder for a database. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'laurel-e2e-'));

/** Copies the prepared database, with the owners of its files, into the data folder of a server, if there is one. */
export const copyPreparedDatabase = (dataDir: string): void => {
  const prepared = process.env[VARIABLE];
  if (prepared === undefined) return;
  const { status, stderr } = spawnSync('cp', ['-a', join(prepared, 'postgres'), dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the prepared database cannot be copied: ${stderr}`);
};

/** Playwright's global setup: prepares a database with all migrations once, so that each server starts with a copy. */
const prepareDatabase = async (): Promise<() => void> => {
  const folder = newDataDir();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const database = await startEmbedded({ dataDir: folder });
    try {
      await migrate(database);
    } finally {
      await database.stop();
    }
  } catch (error) {
    remove();
    throw error;
  }
  process.env[VARIABLE] = folder;
  return remove;
};

export default prepareDatabase;
