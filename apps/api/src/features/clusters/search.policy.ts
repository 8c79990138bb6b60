import { improbability } from './chance.policy.ts';
import { type Pairs, pairsOf, restOf, type Seed } from './pairs.policy.ts';
import { type Category, RARE, SMALLEST, tally, UNKNOWN } from './traits.policy.ts';
import { TRAITS } from './voters.policy.ts';

/** The weight of the edition's rate beside the category's own, in voters. */
const PRIOR = 200;
/** A group is followed if chance gives it less than once in a thousand, counted over all that were compared. */
const WORTH_A_LOOK = 3;
/** and if its value is this many times as frequent as elsewhere. */
const LIFT = 3;
/** What one kind of trait says at most for or against a person, on the natural logarithmic scale. */
const [MOST, LEAST] = [Math.log(50), -Math.log(20)];
const ROUNDS = 12;
/** Who joins has to share this part of what the members share, so that two farms for one nominee stay two groups. */
const DENSE = 0.5;

/** The voters of a nominee, with the values of all traits, and the rates of these values elsewhere. */
export type Target = {
  nominee: number;
  /** Places in the list of voters. */
  people: Int32Array;
  /** For each trait, the value of each of `people`, the rate of each value among those who did not choose the nominee, and its text. */
  traits: readonly { values: Int32Array; rates: Float64Array; texts: readonly string[] }[];
} & Pairs;

/** A group of the voters of a nominee: their places in its `people`. */
export type Group = { target: Target; members: number[] };

/** The nominees of a category as targets. @param voters the voters of the edition */
export const targetsOf = ({ people, nominees, columns }: Category, voters: number): Target[] => {
  const inCategory = columns.map(({ codes, everywhere }) => tally(codes, everywhere.length));
  const votesOf = [...Map.groupBy(nominees.keys(), (vote) => nominees[vote] ?? 0).values()].map((each) =>
    Int32Array.from(each),
  );
  const pairs = pairsOf(columns, votesOf);
  return votesOf.map((pick, target) => {
    const others = people.length - pick.length;
    const traits = columns.map(({ codes, texts, everywhere }, trait) => {
      const values = pick.map((vote) => codes[vote] ?? UNKNOWN);
      const rates = tally(values, everywhere.length).map((count, value) => {
        const elsewhere = Math.max(0, (everywhere[value] ?? 0) - count) + 0.5;
        const prior = elsewhere / (Math.max(voters - pick.length, 1) + 1);
        return ((inCategory[trait]?.[value] ?? 0) - count + PRIOR * prior) / (others + PRIOR);
      });
      return { values, rates, texts };
    });
    const nominee = nominees[pick[0] ?? 0] ?? 0;
    return {
      nominee,
      people: pick.map((vote) => people[vote] ?? 0),
      traits,
      pairs: [],
      comparedPairs: 0,
      ...pairs[target],
    };
  });
};

/** The values of a target that more of its people have than chance explains, and how many were compared. */
export const seedsOf = ({ people, traits }: Target): { seeds: Seed[]; compared: number } => {
  let compared = 0;
  const seeds = traits.flatMap(({ values, rates }) => {
    const found: Seed[] = [];
    tally(values, rates.length).forEach((count, value) => {
      if (value <= RARE || count < SMALLEST) return;
      compared += 1;
      const rate = rates[value] ?? 1;
      if (count < LIFT * rate * people.length) return;
      const exponent = improbability(count, people.length, rate);
      if (exponent > WORTH_A_LOOK)
        found.push({ from: [...values.keys()].filter((person) => values[person] === value), exponent });
    });
    return found;
  });
  return { seeds, compared };
};

/** The places of the traits of each kind. */
const BY_KIND = [...Map.groupBy(TRAITS.keys(), (trait) => TRAITS[trait]?.kind).values()];
/** A few imagined members like everyone, so that a small group does not prove itself. */
const IMAGINED = 3;

/** What each value of a trait says for belonging to the members, on the natural logarithmic scale. */
const likelihoods = ({ values, rates }: Target['traits'][number], members: readonly number[]): Float64Array => {
  const counts = new Map<number, number>();
  for (const member of members) counts.set(values[member] ?? 0, (counts.get(values[member] ?? 0) ?? 0) + 1);
  const known = members.length - (counts.get(UNKNOWN) ?? 0) + IMAGINED;
  const within = (says: number): number => Math.max(LEAST, Math.min(MOST, says));
  const says = new Float64Array(rates.length).fill(within(Math.log(IMAGINED / known)));
  for (const [value, count] of counts) {
    const base = rates[value] ?? 1e-6;
    says[value] = within(Math.log((count + IMAGINED * base) / known / base));
  }
  says[UNKNOWN] = 0;
  return says;
};

/** What each kind of trait says for each of the target's voters to belong to the members: the sum of likelihoods. */
const weigh = ({ traits, people }: Target, members: readonly number[]): Float64Array => {
  const sums = new Float64Array(people.length);
  const best = new Float64Array(people.length);
  for (const kind of BY_KIND) {
    best.fill(LEAST);
    for (const place of kind) {
      const trait = traits[place];
      if (!trait) continue;
      const says = likelihoods(trait, members);
      for (let person = 0; person < best.length; person += 1) {
        best[person] = Math.max(best[person] ?? LEAST, says[trait.values[person] ?? 0] ?? 0);
      }
    }
    for (let person = 0; person < best.length; person += 1) sums[person] = (sums[person] ?? 0) + (best[person] ?? 0);
  }
  return sums;
};

/** Lets a group take in who is like it, and lose who is not, until it stays as it is. */
const settle = (target: Target, from: number[]): number[] => {
  let members = from;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (members.length < SMALLEST) return [];
    const sums = weigh(target, members);
    const typical = members.map((member) => sums[member] ?? 0).toSorted((a, b) => a - b)[members.length >> 1] ?? 0;
    const odds = Math.log(Math.max(1, target.people.length - members.length) / members.length) + 3;
    const needed = Math.max(odds, typical * DENSE);
    const next = [...sums.keys()].filter((person) => (sums[person] ?? 0) > needed);
    if (next.length === members.length && next.every((each, place) => each === members[place])) break;
    members = next;
  }
  return members;
};

/** The most values of a nominee that are followed, and the most pairs. */
const SEEDS = 30;
/** A seed is not followed if most of its people are in a group that is smaller than this many times the seed. */
const AS_LARGE = 3;

/** How many values and pairs of the edition were compared: chance is counted over each apart. */
export type Compared = { values: number; pairs: number };

/** The groups of a target, from the values that stand out, the strongest first; then from pairs, of people in no group yet. */
export const groupsOf = (target: Target, seeds: readonly Seed[], compared: Compared): Group[] => {
  const groups: { members: number[]; set: ReadonlySet<number> }[] = [];
  const isKnown = (people: readonly number[]): boolean =>
    groups.some(
      ({ set }) =>
        set.size < AS_LARGE * people.length && people.filter((person) => set.has(person)).length * 2 > people.length,
    );
  const settleFrom = (from: number[]): void => {
    const members = settle(target, from);
    if (members.length >= SMALLEST && !isKnown(members)) groups.push({ members, set: new Set(members) });
  };
  const strongest = <Each extends Seed>(all: readonly Each[], least: number): Each[] =>
    all.filter(({ exponent }) => exponent > least).toSorted((a, b) => b.exponent - a.exponent);
  for (const { from } of strongest(seeds, WORTH_A_LOOK + Math.log10(compared.values + 1)).slice(0, SEEDS)) {
    if (!isKnown(from)) settleFrom(from);
  }
  const least = WORTH_A_LOOK + Math.log10(compared.pairs + 1);
  let followed = 0;
  for (const pair of strongest(target.pairs, least)) {
    const grouped = new Set(groups.flatMap(({ members }) => members));
    const { from, exponent } = restOf(pair, grouped, target.people.length);
    if (exponent <= least) continue;
    settleFrom(from);
    followed += 1;
    if (followed === SEEDS) break;
  }
  return groups.map(({ members }) => ({ target, members }));
};
