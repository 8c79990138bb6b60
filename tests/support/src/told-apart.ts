/**
 * How often a time of the first population is longer than one of the second, over all pairs of them: 0.5 where they are alike,
 * 1 or 0 where every single one tells which is which (the rank statistic of Mann and Whitney, scaled).
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
 * Whether two ways can be told apart by how long they take. Both are measured in turn, so that whatever else the machine does
 * slows them alike: their order counts, the speed of the machine does not. A verdict must stand in three rounds, each time to
 * the same side, so that noise does not pass for one.
 * @param beyond a superiority over this, or under its counterpart, is a verdict
 * @returns the superiority of each round, where it stood in all of them
 */
export const toldApart = async (
  { pairs, beyond }: { pairs: number; beyond: number },
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<number[] | undefined> => {
  await first();
  await second();
  const verdicts: number[] = [];
  while (verdicts.length < ROUNDS) {
    const times: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      // Neither is always the one that comes after the other.
      const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const each of order) times[each].push(await timed(each === 0 ? first : second));
    }
    const verdict = superiority(...times);
    const side = Math.sign(verdict - 0.5);
    if (Math.max(verdict, 1 - verdict) < beyond || verdicts.some((each) => Math.sign(each - 0.5) !== side)) {
      return undefined;
    }
    verdicts.push(verdict);
  }
  return verdicts;
};
