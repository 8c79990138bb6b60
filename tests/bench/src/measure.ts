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

/** Runs all alternately, each first in turn, so that noise affects all equally. Returns the values by round. */
export const race = async (rounds: number, sides: readonly (() => Promise<number>)[]): Promise<number[][]> => {
  const given = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const which = (round + turn) % sides.length;
      given[which]?.push((await sides[which]?.()) ?? Number.NaN);
    }
  }
  return given;
};

/** A race after a round that warms the sides up and is not counted. A single round, as in tests, needs none. */
export const raceWarm = async (rounds: number, sides: readonly (() => Promise<number>)[]): Promise<number[][]> => {
  if (rounds > 1) await race(1, sides);
  return race(rounds, sides);
};

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
