import { type Against, CERTAINTIES, type Certainty, type ReasonFound } from '@laurel/contracts/console/cluster-records';
import { improbability } from './chance.policy.ts';
import { type Group, groupsOf, seedsOf, targetsOf } from './search.policy.ts';
import { categoriesOf, ONE, saidOf } from './traits.policy.ts';
import { againstOf, certaintyOf, type Reason, reasonsOf } from './verdict.policy.ts';
import type { CastVote, VoterFacts } from './voters.policy.ts';

/** People who share more than chance explains, the nominees they chose, and which reasons each person shares. */
export type Cluster = {
  certainty: Certainty;
  nominees: number[];
  people: { voter: string; shares: number[] }[];
  reasons: ReasonFound[];
  against: Against[];
};

/** Two groups are of the same people if more than this share of the smaller one is in the other. */
const SAME = 0.5;

/** A group with a single kind of reason is a chance find, unless it is a crowd. */
const CROWD = 20;

type Candidate = {
  people: Set<number>;
  nominees: Set<number>;
  reasons: Reason[];
  shares: Map<number, number[]>;
  dense: ReasonFound | undefined;
};

/** A moment and a taste are what the readers of one post share: in a likely cluster, everybody shares something else, too. */
const SHARED_BY_READERS: ReadonlySet<string> = new Set(['time', 'silence', 'ballot']);

const sharesOf = ({ target, members }: Group, reasons: readonly Reason[]): Map<number, number[]> =>
  new Map(
    members.map((member) => [
      member,
      reasons.flatMap(({ place, value }, index) => (target.traits[place]?.values[member] === value ? [index] : [])),
    ]),
  );

/** So many reasons at once make a group a dense block. */
const DENSE = 3;

/** That the members share several reasons at once, which few others who chose the nominee do; undefined if it is no more than chance. */
const denseBlock = ({ target, members }: Group, reasons: readonly Reason[]): ReasonFound | undefined => {
  const isDense = (person: number): boolean =>
    reasons.filter(({ place, value }) => target.traits[place]?.values[person] === value).length >= DENSE;
  const [count, of] = [members.filter(isDense).length, members.length];
  const others = target.people.length - of;
  const base = ([...target.people.keys()].filter(isDense).length - count + 0.5) / (others + 1);
  const exponent = improbability(count, of, base);
  return count * 2 < of || exponent < 3
    ? undefined
    : {
        signal: 'dense_block',
        what: 'together',
        value: '',
        count,
        of,
        base,
        exponent: Math.floor(exponent),
      };
};

/** The members who share enough of what the group shares. */
const belonging = (group: Group, reasons: readonly Reason[]): Group => {
  const kinds = new Set(reasons.map(({ kind }) => kind)).size;
  const isLikely = certaintyOf(reasons) === 'likely';
  const belongs = (shared: readonly number[]): boolean =>
    shared.length >= Math.min(2, kinds - 1) &&
    (!isLikely || shared.some((index) => !SHARED_BY_READERS.has(reasons[index]?.kind ?? '')));
  return {
    target: group.target,
    members: [...sharesOf(group, reasons)].flatMap(([member, shared]) => (belongs(shared) ? [member] : [])),
  };
};

const candidateOf = (settled: Group, compared: number): Candidate => {
  const group = belonging(settled, reasonsOf(settled, compared));
  const reasons = reasonsOf(group, compared);
  const shares = new Map(
    [...sharesOf(group, reasons)].map(([member, shared]) => [group.target.people[member] ?? 0, shared]),
  );
  const [people, nominees] = [new Set(shares.keys()), new Set([group.target.nominee])];
  return { people, nominees, reasons, shares, dense: denseBlock(group, reasons) };
};

const rankOf = ({ reasons }: Candidate): number => CERTAINTIES.indexOf(certaintyOf(reasons));

/** Joins groups of the same people: votes that were bought in several categories are one cluster. */
const joined = (candidates: readonly Candidate[]): Candidate[] => {
  const clusters: Candidate[] = [];
  for (const next of candidates.toSorted((a, b) => rankOf(a) - rankOf(b) || b.people.size - a.people.size)) {
    const same = clusters.find(
      ({ people }) =>
        [...next.people].filter((person) => people.has(person)).length > SAME * Math.min(people.size, next.people.size),
    );
    if (!same) {
      clusters.push(next);
      continue;
    }
    for (const nominee of next.nominees) same.nominees.add(nominee);
    if (rankOf(next) === rankOf(same)) for (const person of next.people) same.people.add(person);
  }
  return clusters;
};

const foundOf = ({ signal, trait, text, count, of, base, exponent }: Reason): ReasonFound => ({
  signal: text === ONE ? 'only_here' : signal,
  what: trait,
  value: saidOf(trait, text),
  ...{ count, of, base, exponent: Math.floor(exponent) },
});

/**
 * Finds the clusters of an edition, the surest first. The same votes give the same clusters.
 * @param facts of everybody who voted; votes of others are left out
 */
export const findClusters = (
  facts: readonly VoterFacts[],
  votes: readonly CastVote[],
): { clusters: Cluster[]; compared: number } => {
  const looked = [...categoriesOf(facts, votes)].flatMap((category) =>
    targetsOf(category, facts.length).map((target) => ({ target, ...seedsOf(target) })),
  );
  const compared = looked.reduce((sum, each) => sum + each.compared, 0);
  const pairs = looked.reduce((sum, { target }) => sum + target.comparedPairs, 0);
  const groups = looked.flatMap(({ target, seeds }) => groupsOf(target, seeds, { values: compared, pairs }));
  const candidates = groups
    .map((group) => candidateOf(group, compared))
    .filter(({ reasons, people }) => {
      const kinds = new Set(reasons.map(({ kind }) => kind)).size;
      return kinds > 1 || (kinds === 1 && people.size >= CROWD);
    });
  return {
    compared,
    clusters: joined(candidates).map(({ people, nominees, reasons, shares, dense }) => ({
      certainty: certaintyOf(reasons),
      nominees: [...nominees],
      people: [...people]
        .map((person) => {
          const shared = shares.get(person) ?? [];
          const isDense = dense !== undefined && shared.length >= DENSE;
          return { voter: facts[person]?.voter ?? '', shares: isDense ? [...shared, reasons.length] : shared };
        })
        .toSorted((a, b) => b.shares.length - a.shares.length),
      // The people of other categories share none of what is said here.
      reasons: [...reasons.map(foundOf), ...(dense ? [dense] : [])].map((each) => ({ ...each, of: people.size })),
      against: againstOf(reasons).map((each) => ({ ...each, of: people.size })),
    })),
  };
};
