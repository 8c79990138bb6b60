import { describe, expect, it } from 'vitest';
import { endProblems } from './end.ts';
import type { Head } from './head.ts';
import { at, CLUSTER } from './testing/made-store.ts';

const NOW = new Date('2026-12-01T20:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const head = (more: Partial<Head> = {}): Head => ({
  cluster: CLUSTER,
  sequence: 9,
  at: ago(1),
  timeline: 1,
  upTo: at(7, 500),
  completeAt: ago(10),
  ...more,
});
const problems = (found: Head, more: { reach?: bigint; known?: number; notBefore?: Date } = {}): string[] =>
  endProblems({
    catalog: { head: found, bases: [] },
    trust: { keys: undefined, unsigned: false },
    reach: at(7, 500),
    known: undefined,
    notBefore: undefined,
    now: NOW,
    ...more,
  });

describe('the end of the WAL', () => {
  it('is at or after the signed end', () => {
    expect(problems(head())).toEqual([]);
    expect(problems(head(), { reach: at(8) })).toEqual([]);
    expect(problems(head(), { reach: at(7, 499) })).toEqual([expect.stringContaining('were removed or replaced')]);
  });

  it('is not older than the last head of this machine', () => {
    expect(problems(head(), { known: 9 })).toEqual([]);
    expect(problems(head(), { known: 10 })).toEqual([expect.stringContaining('put back to an older state')]);
  });

  it('is not older than --not-before', () => {
    expect(problems(head({ completeAt: ago(60) }), { notBefore: ago(60) })).toEqual([]);
    expect(problems(head({ completeAt: ago(60) }), { notBefore: ago(59) })).toEqual([
      expect.stringContaining('before --not-before 2026-12-01T19:59:01.000Z'),
    ]);
  });

  it('is trusted for 15 minutes without other knowledge; an older one needs --not-before', () => {
    expect(problems(head({ completeAt: ago(15 * 60) }))).toEqual([]);
    const old = head({ completeAt: ago(15 * 60 + 1) });
    expect(problems(old)).toEqual([expect.stringContaining('with --not-before')]);
    expect(problems(old, { known: 9 })).toEqual([]);
    expect(problems(old, { notBefore: ago(3_600) })).toEqual([]);
  });
});
