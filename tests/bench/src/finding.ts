import type { Verdict } from './measure.ts';

/** A comparison with a rival by the ratio; more is better. */
export type Ratio = {
  /** Its id in the stored figures, `area.what`. */
  id: string;
  what: string;
  unit: string;
  verdict: Verdict;
  /** The ratio to reach. */
  goal?: number;
};

/** A figure without a rival. */
export type Figure = {
  /** Its id in the stored figures; without one it is not stored. */
  id?: string;
  what: string;
  value: number;
  goal?: { atMost: number } | { atLeast: number };
  unit: string;
  digits?: number;
  note?: string;
};

/** A result of a case. */
export type Finding = Ratio | Figure;

/** The size of a run: `tiny` for tests, which ignore the timing; `full` takes many minutes and gigabytes. */
export type Size = 'tiny' | 'usual' | 'full';

/** The options of a case. */
export type Ask = {
  rounds: number;
  /** The duration of long cases; by default that of their goal. */
  minutes?: number;
  /** The folder of a database that is kept for further runs; only `large` keeps one. */
  kept?: string;
  /** Chooses the number (or list) for the size of this run. */
  sized<T>(tiny: T, usual: T, full?: T): T;
};

/** A case: its name on the command line and its function. */
export type BenchCase = {
  name: string;
  /** A long case, which only runs if it is named. */
  onlyByName?: true;
  run(ask: Ask): Promise<Finding[]>;
};

/** Creates the options for a size. */
export const askFor = (size: Size, rounds: number, { minutes, kept }: Pick<Ask, 'minutes' | 'kept'> = {}): Ask => ({
  rounds,
  ...(minutes === undefined ? {} : { minutes }),
  ...(kept === undefined ? {} : { kept }),
  sized: (tiny, usual, full = usual) => ({ tiny, usual, full })[size],
});

const isReached = (value: number, goal: { atMost: number } | { atLeast: number }): boolean =>
  'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;

/** Whether a finding reached its goal; true without a goal. */
export const reached = (finding: Finding): boolean =>
  finding.goal === undefined ||
  ('verdict' in finding ? finding.verdict.ratio >= finding.goal : isReached(finding.value, finding.goal));

const round = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));

const describeRatio = ({ what, unit, verdict: { laurel, rival, ratio, ratios }, goal }: Ratio, met: string): string =>
  `${what}: ${ratio.toFixed(2)} × (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)} over ${ratios.length} rounds), ` +
  `Laurel ${round(laurel)} ${unit}, rival ${round(rival)} ${unit}` +
  (goal === undefined ? '' : ` (goal: ${goal} ×, ${met})`);

const describeFigure = ({ what, value, goal, unit, digits = 0, note = '' }: Figure, met: string): string => {
  const bound = goal && ('atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`);
  const verdict = bound === undefined ? '' : ` (goal: ${bound}${unit}, ${met})`;
  return `${what}: ${value.toFixed(digits)}${unit}${verdict}${note && `; ${note}`}`;
};

/** One line with the finding, its goal and whether it was reached. A ratio has its range over the rounds. */
export const describeFinding = (finding: Finding): string => {
  const met = reached(finding) ? 'reached' : 'NOT reached';
  return 'verdict' in finding ? describeRatio(finding, met) : describeFigure(finding, met);
};
