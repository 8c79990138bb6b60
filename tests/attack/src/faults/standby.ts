import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyForStandby, promote, setSynchronous } from '@laurel/support/standby';
import { startVictim, type Victim } from './postgres.ts';

/** A standby, which can be promoted. */
export type Standby = Victim & { promote(): Promise<void> };

/** The owner's connection string with another port. */
const at = (url: string, port: number): string => {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
};

/** Starts a standby, for which every commit of the primary waits. */
export const startStandby = async (primary: Victim): Promise<Standby> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-standby-'));
  const settings = await copyForStandby(primary.migrateUrl, primary.cluster, join(dataDir, 'postgres'));
  const standby = await startVictim(settings, dataDir);
  await setSynchronous(primary.migrateUrl, true);
  return { ...standby, promote: () => promote(at(primary.migrateUrl, standby.port)) };
};
