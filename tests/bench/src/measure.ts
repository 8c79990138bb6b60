import { cpus } from 'node:os';

/** The same work by Laurel and its rival in one run. Higher is better. */
export type Verdict = { laurel: number; rival: number; ratio: number; ratios: number[] };

/** The median of a list. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** Runs all alternately, each first in turn, so that noise affects all equally. Returns what they gave, by side and round. */
export const race = async <Given>(rounds: number, sides: readonly (() => Promise<Given>)[]): Promise<Given[][]> => {
  const given = sides.map((run) => ({ run, rounds: [] as Given[] }));
  for (let round = 0; round < rounds; round++) {
    const first = round % sides.length;
    for (const side of [...given.slice(first), ...given.slice(0, first)]) side.rounds.push(await side.run());
  }
  return given.map((side) => side.rounds);
};

/** A race after a round that warms the sides up and is not counted. A single round, as in tests, needs none. */
export const raceWarm = async <Given>(rounds: number, sides: readonly (() => Promise<Given>)[]): Promise<Given[][]> => {
  if (rounds > 1) await race(1, sides);
  return race(rounds, sides);
};

/** Does some work, and something else until the work is done. */
export const meanwhile = <Done, Other>(
  work: () => Promise<Done>,
  other: (isOver: () => boolean) => Promise<Other>,
): Promise<[Done, Other]> => {
  let over = false;
  const working = work().finally(() => {
    over = true;
  });
  return Promise.all([working, other(() => over)]);
};

/** Compares one figure of two sides of a race, round by round. */
export const judgeBy = <Given>(
  of: (given: Given) => number,
  laurel: readonly Given[] = [],
  rival: readonly Given[] = [],
): Verdict => judge(laurel.map(of), rival.map(of));

/** Compares two sides of a race, round by round. */
export const judge = (laurel: readonly number[] = [], rival: readonly number[] = []): Verdict => {
  const ratios = laurel.map((value, round) => value / (rival[round] ?? Number.NaN));
  return { laurel: median(laurel), rival: median(rival), ratio: median(ratios), ratios };
};

/** The machine and versions that the figures belong to. */
export const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, Node ${process.version}, ${process.platform}`;
};
