import { type Clock, systemClock } from '../clock.ts';

/** A clock that the development tools can move. */
export type DevClock = Clock & {
  /** Moves the clock forward by milliseconds. */
  advance(ms: number): void;
};

/** Creates a clock that runs with `base`, plus the time by which it was moved. */
export const createDevClock = (base: Clock = systemClock): DevClock => {
  let aheadMs = 0;
  return {
    now: () => new Date(base.now().getTime() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
};

/** Whether a clock can be moved: those of development and tests can, the system clock cannot. */
export const isMovable = (clock: Clock): clock is DevClock => 'advance' in clock;
