import type { Vote } from '@laurel/contracts/records';
import type { Localized } from '../../i18n/language.ts';
import { type Nomination, nomineeIn, placesOf, votedIn } from '../nominations/flow.ts';
import type { Choice } from '../voting/flow.ts';

type Localize = (text: Localized) => string;

/** The texts of a vote; undefined if its nominee or category is no longer on the page. */
export const choiceOf = (nominations: readonly Nomination[], vote: Vote, localize: Localize): Choice | undefined => {
  const found = nomineeIn(nominations, vote);
  if (!found) return undefined;
  const { nomination, category, company } = found;
  return {
    nominee: localize(company.name),
    logo: company.logo,
    nomination: localize(nomination.title),
    category: nomination.categories.length > 1 ? localize(category.name) : undefined,
  };
};

/** The choices of the user's votes, in the page's order. */
export const picksOf = (
  nominations: readonly Nomination[],
  votes: readonly Vote[],
  localize: Localize,
): readonly Choice[] =>
  placesOf(nominations).flatMap(({ nomination, niche }) => {
    const vote = votedIn(votes, nomination, niche);
    const choice = vote === undefined ? undefined : choiceOf(nominations, { nomination, niche, vote }, localize);
    return choice ? [choice] : [];
  });
