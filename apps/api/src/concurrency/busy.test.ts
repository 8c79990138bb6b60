import { expect, it } from 'vitest';
import { isBusy, isCalm } from './busy.ts';

it('there is time for other work while event loop and ballot box are idle for three quarters of the time', () => {
  expect([0, 0.24, 0.25, 1].map((eventLoop) => isCalm({ eventLoop, ballotBox: 0 }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([0, 0.24, 0.25, 1].map((ballotBox) => isCalm({ eventLoop: 0, ballotBox }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('other work takes time from votes when the event loop or the ballot box is busy for most of the time', () => {
  expect([0, 0.59, 0.6, 1].map((eventLoop) => isBusy({ eventLoop, ballotBox: 0 }))).toEqual([false, false, true, true]);
  expect([0, 0.59, 0.6, 1].map((ballotBox) => isBusy({ eventLoop: 0, ballotBox }))).toEqual([false, false, true, true]);
});
