import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_SLOT, type BackupEvidence } from '@laurel/database/backup-evidence';
import { type Embedded, startEmbedded } from '@laurel/database/embedded';
import { migrate } from '@laurel/database/migrate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assessBackupSlot, assessDrill, checkBackupKey, checkBackupSlot, checkDrill } from './backups.ts';

const NOW = new Date('2026-12-20T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const DAY = 24 * 60;

const slot = (more: Partial<NonNullable<BackupEvidence['slot']>>): BackupEvidence => ({
  slot: { reading: false, awaySince: undefined, status: 'reserved', retainedBytes: 3 * 1024 ** 2, ...more },
  hasStandby: false,
  lastDrill: undefined,
  lastGoodDrill: undefined,
});

describe('the slot of the backups', () => {
  it.each([
    ['the backup reads', slot({ reading: true }), true, 'reads the log; 3 MB'],
    ['it was just restarted', slot({ awaySince: ago(4) }), true, 'away for 4 minutes'],
    [
      'it is away',
      slot({ awaySince: ago(7) }),
      false,
      'has not read the log for 7 minutes: later votes are in no backup',
    ],
    ['it is away for an unknown time', slot({}), false, 'has not read the log:'],
    ['its log is gone', slot({ awaySince: ago(1), status: 'lost' }), false, 'needs next is gone'],
    ['there is none', { ...slot({}), slot: undefined }, false, 'no backup reads this database'],
    [
      'a standby may have it',
      { ...slot({}), slot: undefined, hasStandby: true },
      true,
      'reads a standby can’t be seen',
    ],
    ['it is away, with a standby', { ...slot({ awaySince: ago(7) }), hasStandby: true }, false, 'for 7 minutes'],
  ])('where %s', (_, evidence, ok, detail) => {
    expect(assessBackupSlot(evidence, NOW)).toMatchObject({ ok, detail: expect.stringContaining(detail) });
  });
});

describe('the last drill', () => {
  const drill = (succeeded: boolean, minutes: number): BackupEvidence => {
    const at = ago(minutes);
    return {
      slot: undefined,
      hasStandby: false,
      lastDrill: { at, succeeded },
      lastGoodDrill: succeeded ? at : undefined,
    };
  };
  it.each([
    ['is missing', { ...slot({}) }, false, 'no restore was ever tried'],
    ['is fresh', drill(true, 30 * DAY), true, 'was tried at 2026-11-20T12:00:00.000Z'],
    ['is old', drill(true, 32 * DAY), false, 'the last restore was tried at 2026-11-18'],
    ['failed', drill(false, DAY), false, 'failed'],
  ])('%s', (_, evidence, ok, detail) => {
    expect(assessDrill(evidence, NOW)).toMatchObject({ ok, detail: expect.stringContaining(detail) });
  });
});

describe('a database', () => {
  let dir: string;
  let postgres: Embedded;
  let owner: pg.Client;
  let app: pg.Client;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'laurel-checks-'));
    postgres = await startEmbedded({ dataDir: dir, settings: { wal_level: 'replica', max_replication_slots: '2' } });
    await migrate(postgres);
    owner = new pg.Client(postgres.migrateUrl);
    app = new pg.Client(postgres.appUrl);
    await Promise.all([owner.connect(), app.connect()]);
  });
  afterAll(async () => {
    await Promise.all([owner?.end(), app?.end()]);
    await postgres?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('shows the application a stopped backup, and one that never ran', async () => {
    expect(await checkBackupSlot(app, NOW)).toMatchObject({ ok: false, detail: expect.stringContaining('no backup') });
    await owner.query('SELECT pg_create_physical_replication_slot($1, true)', [BACKUP_SLOT]);
    const soon = new Date(Date.now() + 60_000);
    expect(await checkBackupSlot(app, soon)).toMatchObject({ ok: true, detail: expect.stringContaining('away for') });
    const later = new Date(Date.now() + 60 * 60_000);
    expect(await checkBackupSlot(app, later)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/for (59|60) minutes/),
    });
  });

  it('shows the application the newest drill', async () => {
    const drilled = (succeeded: boolean, at: Date) =>
      owner.query(`SELECT record_drill($1, 'base', 1, 1, $2)`, [succeeded, at]);
    expect(await checkDrill(app, NOW)).toMatchObject({ ok: false, detail: 'no restore was ever tried' });
    await drilled(true, ago(2 * DAY));
    expect(await checkDrill(app, NOW)).toMatchObject({ ok: true });
    await drilled(false, ago(DAY));
    expect(await checkDrill(app, NOW)).toMatchObject({ ok: false, detail: expect.stringContaining('failed') });
    await drilled(true, ago(60));
    expect(await checkDrill(app, NOW)).toMatchObject({ ok: true, detail: expect.stringContaining('T11:00') });
  });
});

describe('the private key of the backups', () => {
  it('must not be on the machine', () => {
    const dir = mkdtempSync(join(tmpdir(), 'laurel-key-'));
    try {
      expect(checkBackupKey(undefined)).toMatchObject({ ok: true, skipped: true });
      expect(checkBackupKey(join(dir, 'nowhere'))).toMatchObject({ ok: true, skipped: true });
      expect(checkBackupKey(dir)).toEqual({ ok: true, detail: expect.stringContaining('not on this machine') });
      writeFileSync(join(dir, 'backup_identity'), '\n');
      expect(checkBackupKey(dir).ok).toBe(true);
      writeFileSync(join(dir, 'backup_identity'), 'AGE-SECRET-KEY-1X');
      const found = checkBackupKey(dir);
      expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('still on this machine') });
      expect(JSON.stringify(found)).not.toContain('AGE-SECRET');
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
