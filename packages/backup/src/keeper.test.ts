import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Base, baseArchiveKey, baseRecordKeys, type StoredWal } from './catalog.ts';
import { createKeeper } from './keeper.ts';
import type { Identity } from './server.ts';
import { IDENTITY, madeBase, madeCatalog } from './testing/made-store.ts';
import { segmentFile } from './wal.ts';

const NOW = new Date('2026-12-20T00:00:00Z');
const HOUR_MS = 60 * 60_000;
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);
const settings = { everyMs: 24 * HOUR_MS, keepMs: 14 * 24 * HOUR_MS };
/** A base with continuous WAL from segment 5 on. */
const base = (hours: number): Base =>
  madeBase(5, { id: `base-${hours}`, startedAt: hoursAgo(hours), finishedAt: hoursAgo(hours) });
const wal = [5n, 6n].map((segment): StoredWal => {
  const file = segmentFile(1, segment);
  return { file, object: { key: file.name, size: 1, modifiedAt: NOW } };
});

let bases: Base[];
let happened: string[];
let failing: boolean;
let stuck: boolean;
let whileTaken: () => void;
let clock: Date;
beforeEach(() => {
  [bases, happened, failing, stuck, clock] = [[], [], false, false, NOW];
  whileTaken = () => undefined;
});
const minutesLater = (minutes: number): void => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};

/** A keeper of a database with a simulated store. */
const keep = (identity: Identity | null = IDENTITY) => {
  const keeper = createKeeper({
    settings,
    logger: pino({ level: 'silent' }),
    now: () => clock,
    catalog: async () => madeCatalog({ bases: [...bases], wal }),
    remove: async (keys) => {
      if (stuck) throw new Error('the store is read-only');
      happened.push(`remove ${keys.join(' ')}`);
      bases = bases.filter(({ id }) => !keys.some((key) => key.includes(`/${id}/`)));
    },
    take: async ({ cluster }) => {
      happened.push(`take ${cluster}`);
      whileTaken();
      if (failing) throw new Error('the store is full');
      const made = base(0);
      bases.push(made);
      return made;
    },
  });
  if (identity) keeper.setDatabase(identity);
  /** Runs one check to its end. @returns the reported problem */
  const check = async (): Promise<string | undefined> => {
    const reported: (string | undefined)[] = [];
    keeper.check((problem) => reported.push(problem));
    await keeper.settled();
    return reported[0];
  };
  return { ...keeper, begin: keeper.check, check };
};

describe('the keeper of base backups', () => {
  it('takes the first base once the database is set, and the next one when it is due', async () => {
    const keeper = keep(null);
    keeper.begin(() => happened.push('reported'));
    await keeper.settled();
    expect([keeper.isWanted(), happened]).toEqual([false, []]);
    keeper.setDatabase(IDENTITY);
    expect(keeper.isWanted()).toBe(true);
    expect(await keeper.check()).toBeUndefined();
    expect([keeper.isWanted(), keeper.last()?.id, happened]).toEqual([false, 'base-0', ['take 7']]);
    await keeper.check();
    expect(happened).toEqual(['take 7']);
  });

  it('takes none from a standby that follows a new timeline, until its bases start there', async () => {
    bases = [base(5)];
    const keeper = keep();
    await keeper.check();
    expect(happened).toEqual([]);
    keeper.setDatabase({ ...IDENTITY, baseTimeline: 2 });
    await keeper.check();
    expect(happened).toEqual(['take 7']);
  });

  it('takes another base if one is requested while a requested one is taken', async () => {
    bases = [base(1)];
    const keeper = keep();
    keeper.requestBase();
    whileTaken = () => {
      whileTaken = () => undefined;
      minutesLater(1);
      keeper.requestBase();
    };
    await keeper.check();
    expect(keeper.isWanted()).toBe(true);
    await keeper.check();
    expect(happened).toEqual(['take 7', 'take 7']);
  });

  it('reports a failed base until one succeeds, and tries a requested one again after a pause', async () => {
    bases = [base(1)];
    const keeper = keep();
    keeper.requestBase();
    failing = true;
    expect(await keeper.check()).toBe('a base backup failed: the store is full');
    expect(keeper.isWanted()).toBe(false);
    expect(await keeper.check()).toBe('a base backup failed: the store is full');
    expect(happened).toEqual(['take 7']);
    minutesLater(1);
    expect(keeper.isWanted()).toBe(true);
    failing = false;
    expect(await keeper.check()).toBeUndefined();
    expect(keeper.isWanted()).toBe(false);
  });

  it.each([
    ['the first', (): Base[] => []],
    ['a due', (): Base[] => [base(30)]],
  ])('doubles the pause after each failed try of %s base, up to an hour', async (_, stored) => {
    bases = stored();
    const keeper = keep();
    failing = true;
    const tries: number[] = [];
    for (let minute = 0; minute < 250; minute += 1) {
      const before = happened.length;
      await keeper.check();
      if (happened.length > before) tries.push(minute);
      minutesLater(1);
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    failing = false;
    minutesLater(60);
    expect(await keeper.check()).toBeUndefined();
    bases = [base(30)];
    failing = true;
    const before = happened.length;
    await keeper.check();
    minutesLater(1);
    await keeper.check();
    expect(happened.length - before).toBe(2);
  });

  it('needs no more tries once someone has taken the base by hand', async () => {
    bases = [base(1)];
    const keeper = keep();
    keeper.requestBase();
    failing = true;
    await keeper.check();
    bases.push(base(0));
    expect(await keeper.check()).toBeUndefined();
    minutesLater(60);
    expect(await keeper.check()).toBeUndefined();
    expect([keeper.last()?.id, happened]).toEqual(['base-0', ['take 7']]);
  });

  it('runs one check at a time', async () => {
    const keeper = keep();
    const reported: string[] = [];
    keeper.begin(() => reported.push('first'));
    keeper.begin(() => reported.push('second'));
    await keeper.settled();
    expect([reported, happened]).toEqual([['first'], ['take 7']]);
  });

  it('removes expired backups, the records first, also if a due base failed or is paused', async () => {
    const days = [20, 15, 2].map((count) => base(count * 24));
    const [old = '', ...kept] = days.map(({ id }) => id);
    const removed = [`remove ${baseRecordKeys('7', old).join(' ')}`, `remove ${baseArchiveKey('7', old)}`];
    const keeper = keep();
    failing = true;
    for (const tried of [['take 7'], []]) {
      [bases, happened] = [[...days], []];
      expect(await keeper.check()).toBe('a base backup failed: the store is full');
      expect([happened, bases.map(({ id }) => id)]).toEqual([[...tried, ...removed], kept]);
    }
    minutesLater(1);
    [bases, happened, failing] = [[...days], [], false];
    expect(await keeper.check()).toBeUndefined();
    expect([happened, bases.map(({ id }) => id)]).toEqual([
      ['take 7', ...removed],
      [...kept, 'base-0'],
    ]);
  });

  it('reports a failed removal together with a failed base', async () => {
    bases = [20, 15, 2].map((count) => base(count * 24));
    const keeper = keep();
    failing = true;
    stuck = true;
    expect(await keeper.check()).toBe(
      'a base backup failed: the store is full; the backups in the store can’t be looked after: the store is read-only',
    );
  });
});
