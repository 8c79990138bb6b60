/** As many as wanted of something. */
export const some = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Items with the running sums of their weights. */
export interface Deck<Item> {
  readonly items: readonly Item[];
  readonly sums: readonly number[];
}

/** A deck of items with weights. */
export function deckOf<Item>(items: readonly Item[], weight: (item: Item, index: number) => number): Deck<Item> {
  let sum = 0;
  return { items, sums: items.map((item, index) => (sum += weight(item, index))) };
}

/** Reads a deck of texts that is written as `text:weight text:weight`. */
export function readDeck(text: string): Deck<string> {
  const pairs = text.split(' ').map((pair) => pair.split(/:(?=[\d.]+$)/));
  const deck = deckOf(pairs, ([, weight]) => Number(weight));
  return { items: pairs.map(([item = '']) => item), sums: deck.sums };
}

/** The four words of a seed: FNV-1a over the text with four starts. */
const wordsOf = (seed: string): [number, number, number, number] => {
  const word = (start: number): number => {
    let hash = start;
    for (let index = 0; index < seed.length; index += 1) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    return hash >>> 0;
  };
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x243f6a88), word(0xb7e15162)];
};

/**
 * A source of chance whose numbers depend on its seed only: sfc32, seeded by a hash of a text. Sources of different texts are
 * independent of each other.
 */
export function randomOf(seed: string) {
  let [a, b, c, counter] = wordsOf(seed);
  /** A number from 0 to below 1. */
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 15; round += 1) next();
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  /** A whole number from `low` to `high`, both included. */
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability: number): boolean => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => at(items, int(0, items.length - 1)),
    draw: <Item>({ items, sums }: Deck<Item>): Item => {
      const drawn = next() * (sums.at(-1) ?? 0);
      let [low, high] = [0, sums.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sums[middle] ?? 0) > drawn) high = middle;
        else low = middle + 1;
      }
      return at(items, low);
    },
    /** A number of the log-normal distribution. `sigma` is the spread of its logarithm. */
    logNormal: (median: number, sigma: number): number =>
      median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    shuffle: <Item>(items: readonly Item[]): Item[] => {
      const left = [...items];
      return items.map(() => at(left.splice(int(0, left.length - 1), 1), 0));
    },
  };
}
export type Random = ReturnType<typeof randomOf>;
