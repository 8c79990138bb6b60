import type { ClusterSummary } from '@laurel/contracts/console/calls/clusters';
import type { ClusterVotes, CountedNominee } from './store.ts';

type Choice = NonNullable<ClusterSummary['choices']>[number];

/** Ranks the nominees of one category, as the statistics do. */
export type Rank = (
  category: { nomination: string; niche: string },
  counted: readonly { nomineeId: number; company: string; votes: number; withdrawn: boolean }[],
) => { winners: readonly string[]; nominees: readonly { company: string; rank: number | null }[] };

/** The effects on a result, the largest first. */
export const EFFECTS = ['winner', 'place', 'none'] as const;

const isSameWinner = ({ winners: { now, without } }: Choice): boolean =>
  now.toSorted().join() === without.toSorted().join();

/** What votes do to a result: the largest effect of the categories. */
export const effectOf = (choices: readonly Choice[]): (typeof EFFECTS)[number] => {
  if (!choices.every(isSameWinner)) return 'winner';
  return choices.every(({ place }) => place.now === place.without) ? 'none' : 'place';
};

/** For whom a cluster voted, and the places and winners with these votes and without them, the largest effect first. */
export const choicesOf = (counted: readonly CountedNominee[], cast: readonly ClusterVotes[], rank: Rank): Choice[] => {
  const votesOf = new Map(cast.map(({ nomineeId, votes }) => [nomineeId, votes]));
  const categories = Map.groupBy(counted, ({ nomination, niche }) => `${nomination}/${niche}`);
  const choices = [...categories.values()].flatMap((nominees) => {
    const chosen = nominees.filter(({ nomineeId }) => votesOf.has(nomineeId));
    const [first] = chosen;
    if (!first) return [];
    const now = rank(first, nominees);
    const without = rank(
      first,
      nominees.map((each) => ({ ...each, votes: Math.max(0, each.votes - (votesOf.get(each.nomineeId) ?? 0)) })),
    );
    const placeIn = ({ nominees: ranked }: ReturnType<Rank>, company: string): number =>
      ranked.find((each) => each.company === company)?.rank ?? ranked.length;
    return chosen.map(
      ({ nomineeId, nomination, niche, company }): Choice => ({
        ...{ nomination, niche, company },
        votes: votesOf.get(nomineeId) ?? 0,
        place: { now: placeIn(now, company), without: placeIn(without, company) },
        winners: { now: [...now.winners], without: [...without.winners] },
      }),
    );
  });
  return choices.toSorted(
    (a, b) => EFFECTS.indexOf(effectOf([a])) - EFFECTS.indexOf(effectOf([b])) || b.votes - a.votes,
  );
};
