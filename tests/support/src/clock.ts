import type { Clock } from '@laurel/api/clock';

/** A clock that stands at a given moment until it is moved. */
export type TestClock = Clock & { advance(ms: number): void };

/** A test's clock; it starts at the real time, so that nothing made by the machine's clock lies in its future. */
export const createTestClock = (start = new Date()): TestClock => {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
};
