import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import type { Season } from '@laurel/contracts/console/calls/season';
import { EXPLANATIONS } from '@laurel/contracts/console/cluster-records';
import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import type { Report } from '@laurel/contracts/public-log/report';
import type { NomineeCount } from './policy.ts';
import type { FoundGroup } from './report.store.ts';

type Ranked = { readonly company: string; readonly rank: number | null };
/** What an exclusion does to a category: the places as they are, and as they would be if its votes counted. */
export type Effect = {
  nomination: string;
  niche: string;
  votes: number;
  before: { readonly nominees: readonly Ranked[] };
  after: { readonly nominees: readonly Ranked[] };
  winnersChange: boolean;
};

/** What is known of an exclusion beside its publication. */
export type About = Pick<Season['exclusions'][number], 'people' | 'objections' | 'answered'> & {
  criteria: readonly string[];
  /** Empty for one that is undone. */
  effects: readonly Effect[];
  groups: readonly FoundGroup[];
};

type Published = { decision: DecisionGroup['decisions'][number]; categories: DecisionGroup['categories'] };
type Places = Pick<Report['exclusions'][number]['categories'][number], 'places' | 'winnersChange'>;

const placesOf = (effect: Effect | undefined, votes: number): Places => {
  // A change of few votes would show how these people voted.
  if (Math.min(votes, effect?.votes ?? votes) < FEW_PEOPLE) return { places: null, winnersChange: null };
  if (!effect) return { places: [], winnersChange: false };
  const ranks = new Map(effect.after.nominees.map(({ company, rank }) => [company, rank]));
  const places = effect.before.nominees
    .map(({ company, rank }) => ({ nominee: company, without: rank, with: ranks.get(company) ?? null }))
    .filter((each) => each.without !== each.with);
  return { places, winnersChange: effect.winnersChange };
};

/** An exclusion in the report. Of fewer than five people it says neither their number nor what they share. */
export const reportedExclusion = ({ decision, categories }: Published, about: About): Report['exclusions'][number] => {
  const isFew = about.people < FEW_PEOPLE;
  const reasons = about.groups
    .filter(({ exclusions }) => exclusions.some(({ id }) => id === decision.number))
    .flatMap((group) => group.reasons);
  return {
    number: decision.number,
    state: decision.state,
    appliedAt: decision.appliedAt,
    undoneAt: decision.undoneAt,
    reason: decision.reason,
    votes: categories.reduce((sum, { votes }) => sum + (votes ?? 0), 0),
    people: isFew ? null : about.people,
    criteria: [...about.criteria],
    // A value may be a number or an address.
    signals: isFew ? [] : reasons.filter(({ of }) => of >= FEW_PEOPLE).map((reason) => ({ ...reason, value: '' })),
    categories: categories.map(({ nomination, niche, votes }) => ({
      category: `${nomination}/${niche}`,
      votes: votes ?? 0,
      ...placesOf(
        about.effects.find((each) => each.nomination === nomination && each.niche === niche),
        decision.state === 'undone' ? 0 : (votes ?? 0),
      ),
    })),
    objections: about.objections,
    answered: about.answered,
  };
};

/** What became of the groups that were looked at. One that an exclusion in force holds is none of the others. */
export const reportedGroups = (groups: readonly FoundGroup[]): Report['clusters'] => {
  const isExcluded = ({ exclusions }: FoundGroup): boolean => exclusions.some(({ isUndone }) => !isUndone);
  const rest = groups.filter((group) => !isExcluded(group));
  const inState = (state: FoundGroup['state']) => rest.filter((group) => group.state === state);
  return {
    found: groups.length,
    excluded: groups.length - rest.length,
    watched: inState('watched').length,
    dismissed: [...EXPLANATIONS, null].flatMap((why) => {
      const alike = inState('dismissed').filter((group) => group.why === why).length;
      return alike === 0 ? [] : [{ why, groups: alike }];
    }),
    open: inState('open').length,
  };
};

/** The votes by category, and in all. */
export const reportedVotes = (counts: readonly NomineeCount[]): Pick<Report, 'votes' | 'categories'> => {
  const sum = (rows: readonly NomineeCount[]) => ({
    cast: rows.reduce((total, { cast }) => total + cast, 0),
    excluded: rows.reduce((total, { excluded }) => total + excluded, 0),
  });
  const all = sum(counts);
  return {
    votes: { ...all, counted: all.cast - all.excluded },
    categories: [...Map.groupBy(counts, ({ nomination, niche }) => `${nomination}/${niche}`)]
      .map(([category, rows]) => ({ category, ...sum(rows) }))
      .toSorted((one, other) => one.category.localeCompare(other.category)),
  };
};
