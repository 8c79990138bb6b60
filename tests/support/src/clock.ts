import type { Clock } from '@laurel/api/clock';

/** A clock that only advances when the test moves it. */
export type TestClock = Clock & { advance(ms: number): void };

/** Creates a test clock. It starts at the real time, so that times of the system clock are not in its future. */
export const createTestClock = (start = new Date()): TestClock => {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
};
