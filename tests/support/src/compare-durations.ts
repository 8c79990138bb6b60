/**
 * The share of pairs in which a time of the first sample is longer than one of the second: 0.5 for equal distributions, 1
 * or 0 for separate ones (the scaled rank statistic of Mann and Whitney).
 */
export const superiority = (first: readonly number[], second: readonly number[]): number => {
  const wins = first.flatMap((one) => second.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const ROUNDS = 3;

/**
 * Tests whether two functions differ measurably in duration. They run alternately, so that other load slows both. All three
 * rounds must agree, so that noise does not count as a difference.
 * @param beyond the superiority (or 1 minus it) that counts as a difference
 * @returns the superiority of each round, or undefined if the durations do not differ
 */
export const compareDurations = async (
  { pairs, beyond }: { pairs: number; beyond: number },
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<number[] | undefined> => {
  await first();
  await second();
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) {
    const times: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      // Alternate which one runs first.
      const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const each of order) times[each].push(await timed(each === 0 ? first : second));
    }
    const round = superiority(...times);
    const side = Math.sign(round - 0.5);
    if (Math.max(round, 1 - round) < beyond || rounds.some((each) => Math.sign(each - 0.5) !== side)) {
      return undefined;
    }
    rounds.push(round);
  }
  return rounds;
};
