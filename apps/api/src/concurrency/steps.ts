import { LATE, waitAtMost } from './wait-at-most.ts';

/** Something that runs in the background, with its name for the log. */
export type Part = readonly [name: string, part: { start?(): unknown; close?(): unknown }];

/** A part of a stop, with its name for the log. */
export type Step = readonly [name: string, run: () => unknown];

/**
 * Runs steps one after the other. One that fails, or does not end in time, is reported and keeps no other from running.
 * @param limitMs how long to wait for a step, milliseconds
 */
export const runSteps = async (
  steps: readonly Step[],
  limitMs: number,
  onFailed: (name: string, error: unknown) => void,
): Promise<void> => {
  for (const [name, run] of steps) {
    try {
      const ended = await waitAtMost(limitMs, (async () => run())());
      if (ended === LATE) throw new Error(`did not end in ${limitMs} milliseconds`);
    } catch (error) {
      onFailed(name, error);
    }
  }
};
