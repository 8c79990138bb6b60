import { type Clock, systemClock } from '../clock.ts';

/** A clock that development may move. */
export type DevClock = Clock & {
  /** Moves it, by milliseconds, from where it stands. */
  advance(ms: number): void;
};

/** Runs along with `base`, as far ahead of it as it was moved. */
export const createDevClock = (base: Clock = systemClock): DevClock => {
  let aheadMs = 0;
  return {
    now: () => new Date(base.now().getTime() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
};

/** Whether a clock can be moved: the development one and the tests' can, the machine's can't. */
export const isMovable = (clock: Clock): clock is DevClock => 'advance' in clock;
