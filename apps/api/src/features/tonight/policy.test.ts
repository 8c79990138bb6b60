import type { PhaseTimes } from '@laurel/contracts/phase';
import { describe, expect, it } from 'vitest';
import { firstStepsOf, funnelOf, seriesOf, usualPerMinute, votesPerMinute, windowOf, withSample } from './policy.ts';

const NOW = new Date('2026-11-24T20:31:30.000Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const hour = (text: string): number => Date.parse(`2026-11-${text}:00:00.000Z`);

describe('the window of a span', () => {
  it('is 15 minutes in steps of a minute, or a day in steps of ten', () => {
    expect(windowOf('quarter', undefined, NOW)).toEqual({
      since: new Date('2026-11-24T20:16:00.000Z'),
      stepSeconds: 60,
    });
    expect(windowOf('day', undefined, NOW)).toEqual({ since: new Date('2026-11-23T20:30:00.000Z'), stepSeconds: 600 });
  });

  it('has at most 500 points for the whole vote, unless steps of a day give more', () => {
    expect(windowOf('all', ago(60), NOW).stepSeconds).toBe(3_600);
    expect(windowOf('all', ago(14 * 24 * 60), NOW).stepSeconds).toBe(3_600);
    expect(windowOf('all', ago(60 * 24 * 60), NOW).stepSeconds).toBe(21_600);
    expect(windowOf('all', ago(3_000 * 24 * 60), NOW).stepSeconds).toBe(86_400);
    expect(windowOf('all', undefined, NOW)).toEqual({
      since: new Date('2026-11-24T20:00:00.000Z'),
      stepSeconds: 3_600,
    });
  });
});

describe('the usual number of votes a minute', () => {
  it('is the mean of the same hour on the earlier days since the first vote', () => {
    const hours = new Map([
      [hour('22T18'), 60],
      [hour('22T20'), 1_200],
      [hour('23T20'), 600],
      [hour('24T20'), 99_999],
    ]);
    expect(usualPerMinute(hours, NOW)).toBe(15);
    // Nobody voted at that hour yesterday.
    expect(usualPerMinute(new Map([...hours].filter(([at]) => at !== hour('23T20'))), NOW)).toBe(10);
  });

  it('is unknown on the first day', () => {
    expect(usualPerMinute(new Map([[hour('24T10'), 600]]), NOW)).toBeNull();
    expect(usualPerMinute(new Map(), NOW)).toBeNull();
  });
});

it('the series has a value for each step, and the usual votes of a step', () => {
  const hours = new Map([[hour('23T20'), 600]]);
  const buckets = [
    { kind: 'votes', at: new Date('2026-11-24T20:20:00.000Z'), count: 7 },
    { kind: 'first_votes', at: new Date('2026-11-24T20:30:00.000Z'), count: 2 },
  ];
  const since = new Date('2026-11-24T20:10:00.000Z');
  expect(seriesOf({ since, stepSeconds: 600 }, buckets, hours, NOW)).toEqual({
    stepSeconds: 600,
    from: '2026-11-24T20:10:00.000Z',
    votes: [0, 7, 0],
    usual: [100, 100, 100],
    voters: [0, 0, 2],
    registered: [0, 0, 0],
  });
});

it('the funnel names the step that loses the most', () => {
  const counts = new Map([
    ['registered', 100],
    ['email_verified', 90],
    ['two_factor', 60],
    ['phone_verified', 55],
    ['social_verified', 56],
    ['first_votes', 50],
  ]);
  expect(funnelOf(counts).leak).toEqual({ step: 'two_factor', lost: 30 });
  expect(funnelOf(new Map()).leak).toBeNull();
});

it('the votes of the last minute are computed from samples of at least most of a minute', () => {
  const at = (second: number) => ({ at: second * 1_000, votes: second * 5 });
  const seconds = Array.from({ length: 200 }, (_, second) => at(second));
  expect(votesPerMinute(seconds.slice(0, 40).reduce(withSample, []))).toBeUndefined();
  const samples = seconds.reduce(withSample, []);
  expect(samples.length).toBeLessThan(80);
  expect(votesPerMinute(samples)).toBe(300);
  expect(votesPerMinute([])).toBeUndefined();
  // Nobody asked for more than an hour.
  expect(votesPerMinute(withSample(samples, at(5_000)))).toBeUndefined();
  // The clock went back.
  expect(withSample(samples, at(10))).toEqual([at(10)]);
});

const NO_TIMES = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };

it('the first steps count the texts and nominees as done once the organisers have published their own', () => {
  const begun = { voted: false, versions: 1, nominees: 98, owners: 1, mail: false, sms: false, restored: false };
  const doneOf = (more: Partial<typeof begun>, times: Partial<PhaseTimes> = {}) =>
    firstStepsOf({ ...begun, ...more }, { ...NO_TIMES, ...times })
      .filter(({ done }) => done)
      .map(({ step }) => step);
  expect(doneOf({})).toEqual([]);
  expect(doneOf({ versions: 2 })).toEqual(['texts', 'nominees']);
  expect(doneOf({ versions: 2, nominees: 0 })).toEqual(['texts']);
  expect(doneOf({}, { votingOpensAt: NOW })).toEqual([]);
  expect(
    doneOf({ owners: 2, mail: true, sms: true, restored: true }, { votingOpensAt: NOW, votingClosesAt: NOW }),
  ).toEqual(['dates', 'mail', 'sms', 'owner', 'restore']);
  expect(firstStepsOf({ ...begun, voted: true }, NO_TIMES)).toEqual([]);
});
