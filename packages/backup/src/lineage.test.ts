import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBinDir } from '@laurel/database/embedded-binaries';
import { freePort } from '@laurel/database/free-port';
import { describe, expect, it } from 'vitest';
import { type Lineage, leadsThrough, parseHistory, readLineage, requireNewer } from './lineage.ts';
import { at } from './testing/made-store.ts';
import { createCluster, startAt, urlAt } from './testing/postgres.ts';

const lineage = (more: Partial<Lineage> = {}): Lineage => ({
  cluster: '7',
  standby: false,
  end: { timeline: 3, lsn: at(9, 100) },
  left: [
    { timeline: 1, lsn: at(4, 100) },
    { timeline: 2, lsn: at(6) },
  ],
  ...more,
});

it('a history names the earlier timelines and where each was left', () => {
  const text = '1\t0/4000064\tbefore 2026-12-01 20:15:00+00\n\n2\t1/A6000000\tno recovery target specified\n';
  expect(parseHistory(text)).toEqual([
    { timeline: 1, lsn: at(4, 100) },
    { timeline: 2, lsn: (1n << 32n) + 0xa600_0000n },
  ]);
});

describe('the log of a server', () => {
  it.each([
    [3, at(9), true],
    [2, at(6), true],
    [2, at(7), false],
    [1, at(4), true],
    [1, at(5), false],
    [4, at(3), false],
  ])('leads through timeline %d at position %d: %s', (timeline, lsn, expected) => {
    expect(leadsThrough(lineage(), { timeline, lsn })).toBe(expected);
  });

  it('does not lead through a timeline that it skipped', () => {
    expect(leadsThrough(lineage({ left: [{ timeline: 1, lsn: at(4) }] }), { timeline: 2, lsn: at(3) })).toBe(false);
  });

  it('leads through a later timeline on a standby, which will follow', () => {
    expect(leadsThrough(lineage({ standby: true }), { timeline: 4, lsn: at(9) })).toBe(true);
  });
});

describe('a database', () => {
  const missing = [
    [3, at(9, 101)],
    [4, at(1)],
  ] as const;
  const standby = lineage({ standby: true });
  const message = 'is an older copy than the one in the store';

  it('that has the log in the store is backed up', async () => {
    for (const [timeline, lsn] of [[3, at(9, 100)] as const, [2, at(20)] as const]) {
      await requireNewer(lineage(), { timeline, lsn }, undefined);
      await requireNewer(standby, { timeline, lsn }, () => Promise.reject(new Error('was asked')));
    }
  });

  it('that is an older copy is rejected', async () => {
    for (const [timeline, lsn] of missing) {
      await expect(requireNewer(lineage(), { timeline, lsn }, undefined)).rejects.toThrow(message);
    }
  });

  it('that is a standby with less log is rejected only if its primary is older, too, or silent', async () => {
    for (const [timeline, lsn] of missing) {
      const older = requireNewer(standby, { timeline, lsn }, async () => lineage());
      await expect(older).rejects.toThrow(message);
      await requireNewer(standby, { timeline, lsn }, async () => lineage({ end: { timeline: 4, lsn: at(5) } }));
      await requireNewer(standby, { timeline, lsn }, undefined);
      const silent = requireNewer(standby, { timeline, lsn }, () => Promise.reject(new Error('no primary')));
      await expect(silent).rejects.toThrow('no primary');
    }
  });
});

it('the lineage of a server names its timeline, and after a recovery the one before', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-lineage-'));
  try {
    chmodSync(dir, 0o711);
    const dataDir = join(dir, 'data');
    createCluster(embeddedBinDir(), dataDir);
    const port = await freePort();
    const first = await startAt(embeddedBinDir(), dataDir, port);
    const before = await readLineage(urlAt(port));
    await first.stop();
    writeFileSync(join(dataDir, 'recovery.signal'), '');
    appendFileSync(join(dataDir, 'postgresql.auto.conf'), `restore_command = 'false'\n`);
    const second = await startAt(embeddedBinDir(), dataDir, port);
    const after = await readLineage(urlAt(port));
    await second.stop();
    const [cluster, end] = [expect.stringMatching(/^\d+$/), { timeline: 1, lsn: expect.any(BigInt) }];
    expect(before).toEqual({ cluster, standby: false, end, left: [] });
    expect(after.cluster).toBe(before.cluster);
    expect(after).toMatchObject({ end: { timeline: 2 }, left: [{ timeline: 1, lsn: expect.any(BigInt) }] });
    expect([leadsThrough(after, { timeline: 1, lsn: at(1) }), leadsThrough(after, after.end)]).toEqual([true, true]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
