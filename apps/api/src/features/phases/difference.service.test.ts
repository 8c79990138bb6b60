import { expect, it } from 'vitest';
import { createClockDifference } from './difference.service.ts';

const START = Date.parse('2026-11-26T20:00:00Z');

/** The clocks of a machine and of the database, and a query that takes `query` milliseconds. */
const clocks = () => {
  const time = { passed: 0, ownAhead: 0, databaseAhead: 0, query: 0 };
  const difference = createClockDifference({
    readDatabaseMs: async () => {
      time.passed += time.query / 2;
      const at = START + time.passed + time.databaseAhead;
      time.passed += time.query / 2;
      return at;
    },
    now: () => new Date(START + time.passed + time.ownAhead),
    monotonicMs: () => time.passed,
    onError: () => undefined,
  });
  return { time, difference };
};

it('knows no difference before it was measured', () => {
  const { time, difference } = clocks();
  time.ownAhead = 30_000;
  expect(difference.databaseAheadMs()).toBe(0);
});

it.each([30_000, -30_000, 1_500])('measures a machine that is %d ms ahead', async (ahead) => {
  const { time, difference } = clocks();
  time.ownAhead = ahead;
  await difference.measure();
  expect(difference.databaseAheadMs()).toBe(-ahead);
});

it('notices a jump of the machine’s clock before the next measurement', async () => {
  const { time, difference } = clocks();
  await difference.measure();
  time.passed += 900;
  time.ownAhead = -30_000;
  expect(difference.databaseAheadMs()).toBe(30_000);
  time.ownAhead = 0;
  expect(difference.databaseAheadMs()).toBe(0);
});

it('ignores a difference of one second, and the time of the query', async () => {
  const { time, difference } = clocks();
  time.ownAhead = 1_000;
  await difference.measure();
  expect(difference.databaseAheadMs()).toBe(0);
  time.ownAhead = 1_400;
  time.query = 900;
  await difference.measure();
  expect(difference.databaseAheadMs()).toBe(0);
});

it('keeps the last measurement when a query takes too long', async () => {
  const { time, difference } = clocks();
  time.ownAhead = 5_000;
  await difference.measure();
  time.query = 12_000;
  await difference.measure();
  expect(difference.databaseAheadMs()).toBe(-5_000);
});
