import { describe, expect, it } from 'vitest';
import { type Base, type ClusterCatalog, type StoredWal, type Unsigned, walKey } from './catalog.ts';
import { baseIsDue, chainFrom, chooseBase, expired } from './policy.ts';
import { madeBase, madeCatalog } from './testing/made-store.ts';
import { SEGMENT_BYTES, segmentFile, type WalFile } from './wal.ts';

const NOW = new Date('2026-12-20T00:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

/** A base from `days` ago in segment `at`. */
const base = (days: number, at: number, timeline = 1): Base =>
  madeBase(at, { id: String(1_000 - days), startedAt: daysAgo(days), finishedAt: daysAgo(days), timeline });
const stored = (file: WalFile): StoredWal => ({ file, object: { key: walKey('7', file), size: 1, modifiedAt: NOW } });
const segment = (at: number, timeline = 1): StoredWal => stored(segmentFile(timeline, BigInt(at)));
const partial = (at: number, timeline = 1): StoredWal => stored(segmentFile(timeline, BigInt(at), 'partial'));
const segments = (from: number, to: number): StoredWal[] =>
  Array.from({ length: to - from + 1 }, (_, index) => segment(from + index));
const history = stored({ kind: 'history', name: '00000002.history', timeline: 2 });
const catalog = (bases: Base[], wal: StoredWal[], unsigned: Unsigned = { bases: [], wal: [] }): ClusterCatalog =>
  madeCatalog({ bases, wal, unsigned });

describe('the WAL chain', () => {
  it('reaches to the last whole segment, and reports an incomplete one', () => {
    expect(chainFrom(base(1, 5), [...segments(3, 7), partial(8)])).toEqual({
      upTo: 8n * SEGMENT_BYTES,
      partial: true,
      gapAt: undefined,
      restorable: true,
    });
  });

  it('ends at a gap', () => {
    expect(chainFrom(base(1, 5), [...segments(5, 6), ...segments(8, 9)])).toMatchObject({
      upTo: 7n * SEGMENT_BYTES,
      gapAt: 7n,
    });
    expect(chainFrom(base(1, 5), [...segments(5, 6), partial(8)])).toMatchObject({ gapAt: 7n });
  });

  it('continues on a newer timeline, not on an older one', () => {
    expect(chainFrom(base(1, 5), [segment(5), segment(6, 2), partial(7, 2)])).toMatchObject({
      upTo: 7n * SEGMENT_BYTES,
    });
    expect(chainFrom(base(1, 5, 2), [segment(5)])).toMatchObject({ restorable: false });
  });

  it('makes a base restorable once it reaches endLsn, with a whole or an incomplete segment', () => {
    expect(chainFrom(base(1, 5), segments(1, 4)).restorable).toBe(false);
    expect(chainFrom(base(1, 5), [partial(5)]).restorable).toBe(true);
    expect(chainFrom({ ...base(1, 5), endLsn: 6n * SEGMENT_BYTES }, [partial(5)]).restorable).toBe(true);
    expect(chainFrom({ ...base(1, 5), endLsn: 6n * SEGMENT_BYTES }, [segment(5)]).restorable).toBe(true);
    expect(chainFrom({ ...base(1, 5), endLsn: 6n * SEGMENT_BYTES + 1n }, [partial(5)]).restorable).toBe(false);
    expect(chainFrom({ ...base(1, 5), endLsn: 6n * SEGMENT_BYTES + 1n }, [segment(5)]).restorable).toBe(false);
  });
});

describe('the base to restore', () => {
  const wal = segments(1, 9);
  it('is the newest one with its WAL', () => {
    expect(chooseBase(catalog([base(3, 1), base(2, 4), base(1, 12)], wal)).startedAt).toEqual(daysAgo(2));
  });

  it('is the newest one before the requested time', () => {
    expect(chooseBase(catalog([base(3, 1), base(2, 4)], wal), daysAgo(2.5)).startedAt).toEqual(daysAgo(3));
    expect(() => chooseBase(catalog([base(3, 1)], wal), daysAgo(4))).toThrow('nothing older can be restored');
    expect(chooseBase(catalog([base(3, 1), base(2, 4)], wal), daysAgo(2)).startedAt).toEqual(daysAgo(2));
    const unfinished = { ...base(2, 4), finishedAt: daysAgo(1.9) };
    expect(chooseBase(catalog([base(3, 1), unfinished], wal), daysAgo(1.95)).startedAt).toEqual(daysAgo(3));
  });

  it('throws if there is none', () => {
    expect(() => chooseBase(catalog([], wal))).toThrow('There is no base backup');
    expect(() => chooseBase(catalog([base(3, 20)], wal))).toThrow('There is no base backup');
    const unsigned = { bases: [base(3, 1)], wal };
    expect(() => chooseBase(catalog([], [], unsigned))).toThrow(/have no signature.*--unsigned/);
  });
});

describe('a new base', () => {
  const ask = { now: NOW, everyMs: DAY_MS };
  it.each([
    ['is due at first', [], [], 'none yet'],
    ['is not due before its time', [base(0.9, 5)], segments(5, 7), undefined],
    ['is due in its time', [base(1, 5)], segments(5, 7), 'old enough'],
    ['is due by the last one’s start', [{ ...base(1, 5), finishedAt: daysAgo(0.9) }], segments(5, 7), 'old enough'],
    ['is due where the log has a hole', [base(0.5, 5)], [segment(5), segment(7)], 'a hole'],
    ['is due after a restore or a failover', [base(0.5, 5)], segments(5, 7), 'was restored', 2],
    ['is not due while a standby reports the previous timeline', [base(0.5, 5, 2)], [segment(5, 2)], undefined],
  ])('%s', (_, bases, wal, reason, timeline = 1) => {
    const due = baseIsDue(catalog(bases, wal), { ...ask, timeline });
    if (reason === undefined) expect(due).toBeUndefined();
    else expect(due).toContain(reason);
  });
});

describe('expired backups', () => {
  const ask = { now: NOW, keepMs: 14 * DAY_MS };
  it('do not include the base before the retention period, nor its WAL', () => {
    const bases = [base(16, 2), base(15, 4), base(13, 6), base(1, 8)];
    const old = expired(catalog(bases, [...segments(1, 9), history]), ask);
    expect(old.bases).toEqual([bases[0]]);
    expect(old.keys).toEqual(segments(1, 3).map(({ object }) => object.key));
  });

  it('never include the newest base or its WAL', () => {
    const old = expired(catalog([base(90, 2), base(80, 4)], [...segments(1, 5), partial(6)]), ask);
    expect(old.bases.map(({ startedAt }) => startedAt)).toEqual([daysAgo(90)]);
    expect(old.keys).toEqual(segments(1, 3).map(({ object }) => object.key));
  });

  it('do not include the base for the start of the retention period: a base finished later is too new', () => {
    const overlapping = { ...base(14.01, 4), finishedAt: daysAgo(13.99) };
    const bases = [base(15, 2), overlapping, base(1, 8)];
    const old = expired(catalog(bases, segments(1, 9)), ask);
    expect(old.bases).toEqual([]);
    expect(old.keys).toEqual([segment(1).object.key]);
    expect(chooseBase(catalog(bases, segments(1, 9)), new Date(NOW.getTime() - ask.keepMs))).toEqual(bases[0]);
    const later = { ...ask, now: new Date(NOW.getTime() + 0.02 * DAY_MS) };
    expect(expired(catalog(bases, segments(1, 9)), later).bases).toEqual([bases[0]]);
  });

  it('do not include the base before one that its log does not complete', () => {
    const bases = [base(20, 2), base(15, 5)];
    const wal = [...segments(1, 4), segment(7)];
    const old = expired(catalog(bases, wal), ask);
    expect(old.bases).toEqual([]);
    expect(old.keys).toEqual([segment(1).object.key]);
    expect(chooseBase(catalog(bases, wal))).toEqual(bases[0]);
  });

  it('include everything before a base that was finished exactly at the start of the period', () => {
    const bases = [base(15, 2), base(14, 4), base(1, 8)];
    expect(expired(catalog(bases, segments(1, 9)), ask).bases).toEqual([bases[0]]);
  });

  describe('without a signature', () => {
    const old = { bases: [base(10, 2)], wal: segments(1, 4) };
    const keysOf = (wal: StoredWal[]): string[] => wal.map(({ object }) => object.key);

    it('are kept, with their WAL, until the signed bases reach back far enough', () => {
      const found = expired(catalog([base(1, 5)], segments(4, 9), old), ask);
      expect(found).toEqual({ bases: [], keys: [] });
    });

    it('are kept while the signed base started in time but finished too late', () => {
      const late = { ...base(14.01, 5), finishedAt: daysAgo(13.99) };
      expect(expired(catalog([late], segments(5, 9), old), ask)).toEqual({ bases: [], keys: [] });
    });

    it('all expire once the signed bases reach back far enough', () => {
      const found = expired(catalog([base(15, 5), base(1, 7)], segments(4, 9), old), ask);
      expect(found).toEqual({ bases: old.bases, keys: keysOf([segment(4), ...segments(1, 4)]) });
    });

    it('never make a signed base expire', () => {
      const planted = { bases: [base(14.1, 8)], wal: [] };
      expect(expired(catalog([base(16, 2), base(13, 6)], segments(2, 9), planted), ask).bases).toEqual(planted.bases);
      expect(expired(catalog([base(13, 6)], segments(2, 9), planted), ask).bases).toEqual([]);
    });
  });

  describe('that are not trusted', () => {
    const object = (days: number) => ({ key: `7/base/${days}/base.signed`, size: 1, modifiedAt: daysAgo(days) });
    const keysWith = (bases: Base[], wal: StoredWal[], days: number): string[] =>
      expired({ ...catalog(bases, wal), distrusted: [object(days)] }, ask).keys;

    it('are kept, with the log before the trusted bases, until those reach back far enough', () => {
      expect(keysWith([base(1, 5)], segments(1, 9), 30)).toEqual([]);
      expect(keysWith([base(13.9, 5), base(1, 7)], segments(1, 9), 30)).toEqual([]);
    });

    it('expire then if they are old themselves, and keep no log', () => {
      const old = segments(1, 4).map(({ object: { key } }) => key);
      expect(keysWith([base(14, 5), base(1, 7)], segments(1, 9), 30)).toEqual([...old, '7/base/30/base.signed']);
      expect(keysWith([base(14, 5), base(1, 7)], segments(1, 9), 13)).toEqual(old);
    });
  });

  it('do not exist without a base', () => {
    expect(expired(catalog([], segments(1, 5)), ask)).toEqual({ bases: [], keys: [] });
  });

  it('include an unfinished archive after a day', () => {
    const unfinished = [0.5, 2].map((days) => ({ key: `7/base/${days}`, size: 1, modifiedAt: daysAgo(days) }));
    expect(expired({ ...catalog([base(1, 5)], []), unfinished }, ask).keys).toEqual(['7/base/2']);
  });
});
