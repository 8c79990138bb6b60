import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackupState, readState } from './status.ts';
import { type Lsn, parseLsn } from './wal.ts';
import { createWatch } from './watch.ts';

const START = new Date('2026-12-01T20:00:00Z');
const later = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);

let database: TestDatabase;
let owner: pg.Client;
let spoolDir: string;
let shipped: Lsn;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.migrateUrl });
  await owner.connect();
  spoolDir = mkdtempSync(join(tmpdir(), 'laurel-watch-'));
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  rmSync(spoolDir, { recursive: true, force: true });
});

/** A watch of a shipper on the first timeline. */
const watchOf = (before?: BackupState, databaseUrl = database.migrateUrl) => {
  const watch = createWatch({ databaseUrl, cluster: '7', spoolDir, before, logger: pino({ level: 'silent' }) });
  return {
    ...watch,
    completeAt: (now: Date) => watch.completeAt(now, shipped),
    write: (now: Date) => watch.write(now, { timeline: 1, shipped }, 3),
  };
};

describe('how far behind the store is', () => {
  it('is measured by the latest time whose whole WAL is in the store', async () => {
    const watch = watchOf();
    shipped = 0n;
    /** Grows the WAL and polls. @returns the end of the WAL */
    const look = async (at: Date): Promise<Lsn> => {
      await owner.query(`SELECT pg_logical_emit_message(false, 'test', repeat('x', 9000), true)`);
      await watch.poll(at);
      watch.write(at);
      return parseLsn(readState(spoolDir)?.currentLsn ?? '');
    };
    const marks = [await look(START), await look(later(1)), await look(later(2))] as const;
    // Without shipped WAL and without an earlier state, the time of the first call counts.
    expect(watch.completeAt(later(3))).toEqual(START);
    expect(readState(spoolDir)).toMatchObject({
      cluster: '7',
      shippedLsn: '0/0',
      lagBytes: Number(marks[2]),
      problem: null,
      lastBase: null,
      headSequence: 3,
      timeline: 1,
    });
    shipped = marks[1];
    expect(watch.completeAt(later(4))).toEqual(later(1));
    shipped = marks[2] - 1n;
    expect(watch.completeAt(later(5))).toEqual(later(1));
    shipped = marks[2];
    watch.write(later(6));
    expect(readState(spoolDir)).toMatchObject({ lagBytes: 0, completeAt: later(2) });
    expect(watch.completeAt(later(7))).toEqual(later(2));
    await watch.close();
  });

  it.each([['without'], ['with the']])(
    'is not later than that of the head in the store, %s state of the last process',
    async (state) => {
      const before = state === 'without' ? undefined : readState(spoolDir);
      if (before) expect(before.completeAt).toEqual(later(2));
      const watch = watchOf(before);
      watch.setHead(START);
      shipped = 0n;
      await watch.poll(later(60));
      expect([watch.completeAt(later(60)), watch.completeAt(later(61))]).toEqual([START, START]);
      shipped = 2n ** 62n;
      expect(watch.completeAt(later(62))).toEqual(later(60));
      await watch.close();
    },
  );

  it('continues from the last known state while the database does not answer', async () => {
    const before = readState(spoolDir);
    const watch = watchOf(before, 'postgres://nobody@127.0.0.1:1/nothing');
    shipped = 2n ** 62n;
    expect(await watch.poll(later(60))).toBeUndefined();
    expect(watch.completeAt(later(60))).toEqual(later(2));
    watch.setProblem('ship', 'the store is full');
    watch.write(later(60));
    expect(readState(spoolDir)?.problem).toBe('the database does not answer; the store is full');
    watch.setProblem('ship', undefined);
    watch.write(later(61));
    expect(readState(spoolDir)?.problem).toBe('the database does not answer');
    await watch.close();
  });
});

// The log must still be shipped then, which frees the disk.
it('a state that can’t be written is only logged', () => {
  mkdirSync(join(spoolDir, 'status.json.new'));
  expect(() => watchOf().write(START)).not.toThrow();
});
