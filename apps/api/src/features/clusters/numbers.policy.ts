/** The last digits of a number: a prefix has this many numbers. */
const BLOCK = 100_000;
/** Numbers stand in a row if chance puts so few of the prefix's numbers so near to another. */
const BY_CHANCE = 0.02;
/** Numbers further apart never stand in a row. */
const WIDEST_GAP = 50;
/** Fewer are no row. */
const SHORTEST = 3;

/**
 * The rows of near numbers, by gaps and islands: the numbers of a prefix in order, cut wherever the gap is one that chance would
 * give, at the density of that prefix. A country with few prefixes is dense, so its numbers have to be closer.
 * @param numbers digits, each once
 * @returns for each number that stands in a row, the first number of the row
 */
export const rowsOf = (numbers: readonly string[]): Map<string, string> => {
  const rows = new Map<string, string>();
  const byPrefix = Map.groupBy(numbers, (number) => number.slice(0, -5));
  for (const block of byPrefix.values()) {
    const sorted = block.map((number) => ({ number, at: Number(number) })).sort((a, b) => a.at - b.at);
    const gap = Math.max(1, Math.min(WIDEST_GAP, (BY_CHANCE * BLOCK) / sorted.length));
    let row: string[] = [];
    let last = Number.NEGATIVE_INFINITY;
    const end = (): void => {
      const [first] = row;
      if (first !== undefined && row.length >= SHORTEST) for (const number of row) rows.set(number, first);
      row = [];
    };
    for (const { number, at } of sorted) {
      if (at - last > gap) end();
      row.push(number);
      last = at;
    }
    end();
  }
  return rows;
};
