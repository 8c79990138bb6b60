import { expect, it } from 'vitest';
import { perMinuteOf } from './per-minute.ts';

const series = {
  stepSeconds: 300,
  from: '2026-11-24T19:00:00.000Z',
  votes: [50, 100, 20],
  usual: [25, null, 25],
};

it('the chart has votes and the usual votes of a minute, up to the last step that is counted to its end', () => {
  const start = Date.parse(series.from) / 1_000;
  expect(perMinuteOf(series, '2026-11-24T19:14:59.000Z')).toEqual({
    times: [start, start + 300],
    votes: [10, 20],
    usual: [5, null],
  });
});
