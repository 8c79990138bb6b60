import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@laurel/database/embedded';
import { expect, it } from 'vitest';
import { untilAnswered } from '../../faults/outage.ts';
import { startVictim } from '../../faults/postgres.ts';
import { familyOf } from '../../faults/processes.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { cramp, makeSmallDisk, type SmallDisk } from '../../faults/small-disk.ts';
import { survive } from '../../faults/survive.ts';

const SMALL = { max_wal_size: '48MB', min_wal_size: '32MB' };

/** A separate disk, if the machine allows one. */
const smallDiskIfAny = (megabytes: number): SmallDisk | undefined => {
  try {
    return makeSmallDisk(megabytes);
  } catch {
    return undefined;
  }
};

/** Creates a cluster, and moves its WAL to another folder. */
const clusterWithWalIn = async (dataDir: string, walDir: string): Promise<void> => {
  const made = await startEmbedded({ dataDir, settings: SMALL });
  await made.stop();
  const inside = join(dataDir, 'postgres/pg_wal');
  cpSync(inside, walDir, { recursive: true });
  execFileSync('chown', ['-R', '--reference', join(dataDir, 'postgres/PG_VERSION'), walDir]);
  rmSync(inside, { recursive: true });
  symlinkSync(walDir, inside);
};

/** A folder that PostgreSQL may enter as another user. */
const openFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-wal-'));
  chmodSync(folder, 0o755);
  return folder;
};

const fillsUp = (setup: FaultSetup, fill: () => void, free: () => void) =>
  survive(setup, async () => {
    await untilAnswered(setup, '503 server.unavailable', fill);
    free();
  });

it('the disk of the database’s files is full for a while', async () => {
  const disk = smallDiskIfAny(192);
  const dataDir = disk ? join(disk.path, 'data') : mkdtempSync(join(tmpdir(), 'laurel-disk-'));
  const wal = openFolder();
  await clusterWithWalIn(dataDir, join(wal, 'pg_wal'));
  const setup = await startFaultSetup({ postgres: await startVictim(SMALL, dataDir) });
  try {
    const server = (): number[] => familyOf(setup.postgres.pid());
    const { answers } = await fillsUp(
      setup,
      disk ? disk.fill : () => cramp(server(), true),
      disk ? disk.free : () => cramp(server(), false),
    );
    expect(answers['503 server.unavailable']).toBeGreaterThan(0);
  } finally {
    disk?.free();
    await setup.close();
    disk?.close();
    rmSync(wal, { recursive: true, force: true });
  }
});

it('the disk of the WAL is full for a while: PostgreSQL stops, and is restarted repeatedly', async () => {
  const disk = smallDiskIfAny(96);
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-disk-'));
  const wal = disk?.path ?? openFolder();
  await clusterWithWalIn(dataDir, join(wal, 'pg_wal'));
  const setup = await startFaultSetup({ postgres: await startVictim(SMALL, dataDir) });
  try {
    const server = (): number[] => familyOf(setup.postgres.pid());
    await survive(setup, async () => {
      await untilAnswered(setup, '503 server.unavailable', async () => {
        if (disk) disk.fill();
        else cramp(server(), true);
        // Existing segments are filled first.
        await setup.asOwner('SELECT pg_switch_wal()').catch(() => {});
        await setup.asOwner('SELECT pg_switch_wal()').catch(() => {});
      });
      if (disk) disk.free();
      else cramp(server(), false);
    });
  } finally {
    disk?.free();
    await setup.close();
    if (disk) disk.close();
    else rmSync(wal, { recursive: true, force: true });
  }
});
