import type { Language } from '@laurel/contracts/languages';

/** Both languages, on a phone and on a computer, in as few runs as possible. */
export const RUNS = [
  ['uk', 360],
  ['en', 1440],
] as const;

export type Run = readonly [Language, 360 | 1440];

/** The run of the test at a place in a table: the tests of a table take turns, so that both runs cost no more than one. */
export const runAt = (place: number): Run => RUNS[place % 2 === 0 ? 0 : 1];
