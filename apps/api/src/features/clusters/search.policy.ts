import { improbability } from './chance.policy.ts';
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
};

/** A group of the voters of a nominee: their places in its `people`. */
export type Group = { target: Target; members: number[] };

/** The nominees of a category as targets. @param voters the voters of the edition */
export const targetsOf = ({ people, nominees, columns }: Category, voters: number): Target[] => {
  const inCategory = columns.map(({ codes, everywhere }) => tally(codes, everywhere.length));
  return [...Map.groupBy(nominees.keys(), (vote) => nominees[vote] ?? 0)].map(([nominee, votes]) => {
    const pick = Int32Array.from(votes);
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
    return { nominee, people: pick.map((vote) => people[vote] ?? 0), traits };
  });
};

/** A value that more of a nominee's voters have than chance explains. */
type Seed = { trait: number; value: number; exponent: number };

/** The values of a target that stand out, and how many were compared. */
export const seedsOf = ({ people, traits }: Target): { seeds: Seed[]; compared: number } => {
  let compared = 0;
  const seeds = traits.flatMap(({ values, rates }, trait) => {
    const found: Seed[] = [];
    tally(values, rates.length).forEach((count, value) => {
      if (value <= RARE || count < SMALLEST) return;
      compared += 1;
      const rate = rates[value] ?? 1;
      if (count < LIFT * rate * people.length) return;
      found.push({ trait, value, exponent: improbability(count, people.length, rate) });
    });
    return found;
  });
  return { seeds, compared };
};

const KINDS = [...new Set(TRAITS.map(({ kind }) => kind))];
const KIND_OF = TRAITS.map(({ kind }) => KINDS.indexOf(kind));

/** What each kind of trait says for each of the target's voters to belong to the members: the sum of likelihoods. */
const weigh = ({ traits, people }: Target, members: readonly number[]): Float64Array => {
  const best = KINDS.map(() => new Float64Array(people.length).fill(LEAST));
  traits.forEach(({ values, rates }, trait) => {
    const counts = new Float64Array(rates.length);
    let known = 0;
    for (const member of members) {
      const value = values[member] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
      if (value !== 0) known += 1;
    }
    // A few imagined members like everyone, so that a small group does not prove itself.
    const imagined = 3;
    const says = counts.map((count, value) => {
      const base = rates[value] ?? 1e-6;
      const share = (count + imagined * base) / (known + imagined);
      return value === 0 ? 0 : Math.max(LEAST, Math.min(MOST, Math.log(share / base)));
    });
    const kind = best[KIND_OF[trait] ?? 0];
    values.forEach((value, person) => {
      if (kind) kind[person] = Math.max(kind[person] ?? LEAST, says[value] ?? 0);
    });
  });
  const sums = new Float64Array(people.length);
  for (const kind of best)
    kind.forEach((each, person) => {
      sums[person] = (sums[person] ?? 0) + each;
    });
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

/** The most values of a nominee that are followed. */
const SEEDS = 30;
/** A seed is not followed if most of its people are in a group that is smaller than this many times the seed. */
const AS_LARGE = 3;

/** The groups of a target, from the values that stand out, the strongest first. */
export const groupsOf = (target: Target, seeds: readonly Seed[], compared: number): Group[] => {
  const groups: { members: number[]; set: ReadonlySet<number> }[] = [];
  const isKnown = (people: readonly number[]): boolean =>
    groups.some(
      ({ set }) =>
        set.size < AS_LARGE * people.length && people.filter((person) => set.has(person)).length * 2 > people.length,
    );
  const worth = seeds.filter(({ exponent }) => exponent > WORTH_A_LOOK + Math.log10(compared + 1));
  for (const { trait, value } of worth.toSorted((a, b) => b.exponent - a.exponent).slice(0, SEEDS)) {
    const from = [...(target.traits[trait]?.values ?? [])].flatMap((each, person) => (each === value ? [person] : []));
    if (isKnown(from)) continue;
    const members = settle(target, from);
    if (members.length >= SMALLEST && !isKnown(members)) groups.push({ members, set: new Set(members) });
  }
  return groups.map(({ members }) => ({ target, members }));
};
