import { categories } from './nominees.ts';
import { type Deck, deckOf, type Random, randomOf, some } from './random.ts';

/** A nominee by its place in the edition. */
export interface Choice {
  readonly category: number;
  readonly company: number;
}

/** What people of a night like. */
export interface Tastes {
  /** The nominees of each category, for each group of people who like the same. */
  readonly groups: readonly (readonly Deck<number>[])[];
  /** Categories by how many people care. */
  readonly turnout: Deck<number>;
}

const GROUPS = 7;
const indices = (length: number): number[] => some(length, Number);

/** Draws the tastes of a night: few nominees are popular, a company is so in all its categories, and groups differ. */
export function tastesOf(seed: string): Tastes {
  const random = randomOf(`${seed} tastes`);
  const effects = new Map<string, number>();
  const effect = (key: string, sigma: number): number => {
    const known = effects.get(key) ?? random.logNormal(1, sigma);
    effects.set(key, known);
    return known;
  };
  const groups = indices(GROUPS).map((group) =>
    categories.map(({ nomination, niche, companies }) =>
      deckOf(indices(companies.length), (index) => {
        const company = companies[index] ?? '';
        return (
          effect(`${nomination} ${niche} ${company}`, 0.6) * effect(company, 0.4) * effect(`${group} ${company}`, 0.8)
        );
      }),
    ),
  );
  return { groups, turnout: deckOf(indices(categories.length), () => random.logNormal(1, 0.5)) };
}

/** How a group votes. */
export interface Ballot {
  /** For how many nominees it has come, each in another category; `company`: for one company in all its categories. */
  readonly targets: number | 'company';
  /** How many of its people vote for these. */
  readonly share: number;
  /** How many vote nowhere else. */
  readonly only: number;
}

/** The nominees that a group has come for. */
export function targetsOf(random: Random, wanted: Ballot['targets']): Choice[] {
  const all = categories.flatMap(({ companies }, category) =>
    companies.map((tag, company) => ({ tag, category, company })),
  );
  if (wanted === 'company') {
    const { tag } = random.pick(all);
    return all.filter((choice) => choice.tag === tag);
  }
  const chosen = random.shuffle(indices(categories.length)).slice(0, wanted);
  return chosen.map((category) => random.pick(all.filter((choice) => choice.category === category)));
}

/** In how many categories somebody votes. */
const breadth = (random: Random, most: number): number => {
  const kind = random.next();
  if (kind < 0.17) return 1;
  return kind < 0.36 ? most : 2 + Math.floor((most - 2) * random.next() ** 1.5);
};

/** The choices of one voter, in the order of voting. */
export function choicesOf(random: Random, tastes: Tastes, targets: readonly Choice[], ballot: Ballot): Choice[] {
  const taste = random.pick(tastes.groups);
  const bought = new Map(targets.map((target) => [target.category, target]));
  const asOthers = (category: number): Choice => ({
    category,
    company: random.draw(taste[category] ?? { items: [0], sums: [1] }),
  });
  const loyal = random.chance(ballot.share);
  const chosen = new Map<number, Choice>();
  const fill = (): void => {
    const count = breadth(random, categories.length);
    while (chosen.size < count) {
      const category = random.draw(tastes.turnout);
      if (!chosen.has(category)) chosen.set(category, asOthers(category));
    }
  };
  if (targets.length === 0 || !random.chance(ballot.only)) fill();
  // Who has come for a nominee votes for it first, or while he goes through the others.
  const first = random.chance(0.5);
  for (const [category, target] of bought) chosen.set(category, loyal ? target : asOthers(category));
  const order = [...chosen.values()];
  if (random.chance(0.6)) order.sort((one, other) => one.category - other.category);
  return first
    ? order.sort((one, other) => Number(bought.has(other.category)) - Number(bought.has(one.category)))
    : order;
}
