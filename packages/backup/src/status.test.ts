import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assess, type BackupState, knownHead, metricsText, noteCreated, readState, writeState } from './status.ts';

const NOW = new Date('2026-12-01T20:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const HOUR = 3_600;
const settings = { everyMs: 24 * HOUR * 1_000, partialMs: 5_000 };
const well: BackupState = {
  at: ago(1),
  cluster: '7',
  timeline: 1,
  shippedLsn: '0/3000000',
  currentLsn: '0/3000100',
  lagBytes: 256,
  completeAt: ago(4),
  slotStatus: 'reserved',
  slotRetainedBytes: 1_024,
  lastBase: { id: 'b', startedAt: ago(5 * HOUR), finishedAt: ago(4.9 * HOUR), storedBytes: 1_000 },
  problem: null,
  headSequence: 9,
};

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-status-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the status', () => {
  it('is written and read; an unreadable one counts as missing', () => {
    expect(readState(dir)).toBeUndefined();
    writeState(dir, well);
    expect(readState(dir)).toEqual(well);
    for (const broken of ['', '{', '{"at":1}', 'null']) {
      writeFileSync(join(dir, 'status.json'), broken);
      expect(readState(dir)).toBeUndefined();
    }
  });

  it('includes a base of `laurel backup create` while it is the newest of the cluster', () => {
    writeState(dir, well);
    const created = { id: 'c', startedAt: ago(60), finishedAt: ago(50), storedBytes: 7 };
    noteCreated(dir, '8', created);
    expect(readState(dir)?.lastBase).toEqual(well.lastBase);
    // A base has WAL positions as well, which are bigints: JSON cannot hold them.
    const base = { ...created, startLsn: 4n };
    noteCreated(dir, '7', base);
    expect(readState(dir)).toEqual({ ...well, lastBase: created });
    const newer = { ...created, id: 'd', startedAt: ago(30) };
    writeState(dir, { ...well, lastBase: newer });
    expect(readState(dir)?.lastBase).toEqual(newer);
    writeState(dir, { ...well, lastBase: null });
    expect(assess(readState(dir), settings, NOW)).toMatchObject({ ok: true, state: { baseAgeSeconds: 60 } });
  });

  it('is healthy if the WAL and the base are recent', () => {
    expect(assess(well, settings, NOW)).toEqual({
      ok: true,
      problems: [],
      state: { ...well, lagSeconds: 4, baseAgeSeconds: 5 * HOUR },
    });
  });

  it.each([
    ['the daemon wrote a minute ago', { ...well, at: ago(60) }],
    ['a copy of the incomplete segment is still due', { ...well, completeAt: ago(70) }],
    [
      'the next base is being made',
      { ...well, lastBase: { id: 'b', startedAt: ago(35 * HOUR), finishedAt: ago(34 * HOUR), storedBytes: 1 } },
    ],
  ])('is healthy while %s', (_, state) => {
    expect(assess(state, settings, NOW).problems).toEqual([]);
  });

  it('returns the last head of a cluster', () => {
    writeState(dir, well);
    expect([knownHead(dir, '7'), knownHead(dir, '8')]).toEqual([9, undefined]);
    writeState(dir, { ...well, headSequence: 0 });
    expect(knownHead(dir, '7')).toBeUndefined();
  });

  it.each([
    ['nothing ran yet', undefined, 'has not run here yet'],
    ['the daemon is silent', { ...well, at: ago(61) }, 'has said nothing since'],
    ['the log is late', { ...well, completeAt: ago(71) }, 'is not in the store'],
    ['there is no base', { ...well, lastBase: null }, 'no base backup yet'],
    [
      'the base is old',
      { ...well, lastBase: { id: 'b', startedAt: ago(37 * HOUR), finishedAt: NOW, storedBytes: 1 } },
      'the last base backup is of',
    ],
    ['something fails', { ...well, problem: 'the store is full' }, 'the store is full'],
  ])('is unhealthy if %s', (_, state, problem) => {
    const { ok, problems } = assess(state, settings, NOW);
    expect(ok).toBe(false);
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it('has metrics for Prometheus', () => {
    const text = metricsText(assess(well, settings, NOW));
    expect(text).toContain('\nlaurel_backup_ok 1\n');
    expect(text).toContain('\nlaurel_backup_lag_seconds 4\n');
    expect(text).toContain('\nlaurel_backup_base_age_seconds 18000\n');
    expect(metricsText(assess(undefined, settings, NOW))).toMatch(/laurel_backup_ok 0\n$/);
  });
});
