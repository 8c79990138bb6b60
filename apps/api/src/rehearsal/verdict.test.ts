import { describe, expect, it } from 'vitest';
import { type Measured, type Measurement, measurementLine, readMeasurements } from './measurements.ts';
import { verdictOf } from './verdict.ts';

const requests = (change: Partial<Measured<'load'>['votes']> = {}) => ({
  asked: 1_000,
  done: 1_000,
  p99Ms: 40,
  refused: {},
  ...change,
});

/** The measurements of a rehearsal on a machine that is ready. */
const GOOD: { [Step in Exclude<Measurement['step'], 'failed'>]: Measured<Step> } = {
  doctor: {
    step: 'doctor',
    report: {
      findings: [
        { check: 'mail', ok: true, detail: 'mail.example takes our mail' },
        { check: 'restore', ok: true, detail: 'no drill', advice: 'Run one.' },
      ],
    },
  },
  real: { step: 'real', votes: 300 },
  machine: {
    step: 'machine',
    free: { memoryMb: 4_000, diskMb: 50_000 },
    needed: { memoryMb: 1_500, diskMb: 4_096 },
  },
  'sign-ups': { step: 'sign-ups', walked: 6, done: 6, problems: [] },
  load: {
    step: 'load',
    seconds: 100,
    wanted: { votesPerSecond: 10, registrationsPerSecond: 1, sockets: 500 },
    votes: requests(),
    signUpCalls: requests({ p99Ms: 900 }),
    reads: requests(),
    signedUp: { asked: 100, done: 100, problems: [] },
    sockets: { open: 500, lost: 0 },
    leastFreeMb: 2_000,
    busy: 0.5,
    ownBusy: 0.1,
  },
  kills: {
    step: 'kills',
    silences: [
      { killed: 'app', ms: 4_000 },
      { killed: 'postgres', ms: 6_000 },
      { killed: 'app', ms: 5_500 },
    ],
    sentAgain: 30,
    socketsBack: 500,
    sockets: 500,
  },
  ledger: { step: 'ledger', acknowledged: 2_000, lost: 0, foreign: 0, wrongTallies: 0, unanswered: 0 },
  backup: {
    step: 'backup',
    baseAgeHours: 10,
    restoredVotes: 300,
    seconds: 20,
    findings: [{ check: 'tallies', ok: true, detail: 'equal to the votes' }],
  },
};

const all: Measurement[] = Object.values(GOOD);
const withChanged = (changed: Measurement): Measurement[] =>
  all.map((each) => (each.step === changed.step ? changed : each));

describe('the verdict', () => {
  it('is go if every need is met, with each number beside its need', () => {
    const { go, rows, reasons } = verdictOf(all);
    expect(reasons).toEqual([]);
    expect(go).toBe(true);
    expect(rows).toContainEqual({
      what: '99 % of votes answered within',
      measured: '40 ms',
      need: 'at most 250 ms',
      ok: true,
    });
    expect(rows).toContainEqual({
      what: 'no vote taken after app was killed, 2 ×',
      measured: '5.5 s',
      need: 'at most 30.0 s',
      ok: true,
    });
    expect(rows).toContainEqual({ what: 'to do, restore', measured: 'no drill', need: '', ok: true });
  });

  const { load, kills, ledger, backup, machine, doctor } = GOOD;
  it.each<[reason: string, changed: Measurement]>([
    ['votes taken: 9.4 a second, needed: at least 9.5 a second', { ...load, votes: requests({ done: 940 }) }],
    ['99 % of votes answered within: 251 ms, needed: at most 250 ms', { ...load, votes: requests({ p99Ms: 251 }) }],
    [
      'votes refused: 3 (2 × 503, 1 × ECONNRESET), needed: none',
      { ...load, votes: requests({ refused: { 503: 2, ECONNRESET: 1 } }) },
    ],
    [
      '99 % of reads of the percentages within: 300 ms, needed: at most 250 ms',
      { ...load, reads: requests({ p99Ms: 300 }) },
    ],
    ['reads refused: 1 (1 × 429), needed: none', { ...load, reads: requests({ refused: { 429: 1 } }) }],
    [
      'sign-ups completed: 99 of 100 (/users/register was answered with 503 server.unavailable), needed: all',
      {
        ...load,
        signedUp: { asked: 100, done: 99, problems: ['/users/register was answered with 503 server.unavailable'] },
      },
    ],
    [
      '99 % of sign-up calls answered within: 2,500 ms, needed: at most 2,000 ms',
      { ...load, signUpCalls: requests({ p99Ms: 2_500 }) },
    ],
    [
      'voters signed up by every channel: 5 of 6 (telegram: no answer), needed: all',
      { ...GOOD['sign-ups'], done: 5, problems: ['telegram: no answer'] },
    ],
    ['pages open: 499 of 500, needed: all', { ...load, sockets: { open: 499, lost: 0 } }],
    ['pages cut off: 2, needed: none', { ...load, sockets: { open: 500, lost: 2 } }],
    ['processors busy: 90 %, needed: at most 85 %', { ...load, busy: 0.9 }],
    ['least free memory: 200 MB, needed: at least 256 MB', { ...load, leastFreeMb: 200 }],
    [
      'no vote taken after caddy was killed, 1 ×: 31.0 s, needed: at most 30.0 s',
      { ...kills, silences: [{ killed: 'caddy', ms: 31_000 }] },
    ],
    [
      'no vote taken after caddy was killed, 2 ×: votes were not taken again, needed: at most 30.0 s',
      {
        ...kills,
        silences: [
          { killed: 'caddy', ms: null },
          { killed: 'caddy', ms: 100 },
        ],
      },
    ],
    ['pages connected again: 400 of 500, needed: all', { ...kills, socketsBack: 400 }],
    ['acknowledged votes lost: 1, needed: none', { ...ledger, lost: 1 }],
    ['stored votes that nobody sent: 1, needed: none', { ...ledger, foreign: 1 }],
    ['nominees whose tally differs from the votes: 1, needed: none', { ...ledger, wrongTallies: 1 }],
    ['votes without an answer to the end: 4, needed: none', { ...ledger, unanswered: 4 }],
    ['age of the newest base backup: 40.0 h, needed: at most 36.0 h', { ...backup, baseAgeHours: 40 }],
    ['votes restored: 299 of 300, needed: all', { ...backup, restoredVotes: 299 }],
    [
      'restored database, signatures: a file was replaced, needed: no problem',
      { ...backup, findings: [{ check: 'signatures', ok: false, detail: 'a file was replaced' }] },
    ],
    [
      'free memory before the start: 1,000 MB, needed: at least 1,500 MB',
      { ...machine, free: { memoryMb: 1_000, diskMb: 50_000 } },
    ],
    [
      'free disk before the start: 4,000 MB, needed: at least 4,096 MB',
      { ...machine, free: { memoryMb: 4_000, diskMb: 4_000 } },
    ],
    [
      'real deployment, sms: 401, needed: no problem',
      { ...doctor, report: { findings: [{ check: 'sms', ok: false, detail: '401', advice: 'Check it.' }] } },
    ],
  ])('is no-go, because: %s', (reason, changed) => {
    const { go, reasons } = verdictOf(withChanged(changed));
    expect(go).toBe(false);
    expect(reasons).toContain(reason);
    expect(reasons.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['doctor', 'laurel doctor did not check the real deployment'],
    ['machine', 'the free memory and disk were not read'],
    ['sign-ups', 'no voter was signed up'],
    ['load', 'the load of the last hour was not made'],
    ['kills', 'nothing was killed'],
    ['ledger', 'the votes were not compared'],
    ['backup', 'no backup was restored'],
  ])('is no-go without the step %s', (step, reason) => {
    const { go, reasons } = verdictOf(all.filter((each) => each.step !== step));
    expect([go, reasons]).toEqual([false, [reason]]);
  });

  it('is no-go if the votes of the real database are not known', () => {
    const { reasons } = verdictOf(all.filter(({ step }) => step !== 'real'));
    expect(reasons).toEqual(['votes restored: 300, needed: all (not counted)']);
  });

  it('gives the reason of a step that failed instead', () => {
    const failed: Measurement = { step: 'failed', name: 'backup', reason: 'There is no base backup in /backups.' };
    const { go, reasons } = verdictOf([...all.filter(({ step }) => step !== 'backup'), failed]);
    expect([go, reasons]).toEqual([false, ['backup: There is no base backup in /backups.']]);
  });

  it('names only the missing space if nothing was started because of it', () => {
    const little = { ...machine, free: { memoryMb: 100, diskMb: 50_000 } };
    expect(verdictOf([doctor, little]).reasons).toEqual([
      'free memory before the start: 100 MB, needed: at least 1,500 MB',
    ]);
  });

  it('is no-go without any measurement', () => {
    expect(verdictOf([]).reasons).toHaveLength(7);
  });
});

describe('measurements', () => {
  it('are read as they were written, one a line', () => {
    expect(readMeasurements(all.map(measurementLine).join('\n'))).toEqual(all);
  });

  it('that are damaged are not read', () => {
    expect(() => readMeasurements('{"step":"ledger","lost":0}')).toThrow();
    expect(() => readMeasurements('half a li')).toThrow();
  });
});
