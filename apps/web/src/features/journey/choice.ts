import type { Vote } from '@laurel/contracts/records';
import type { Localized } from '../../i18n/language.ts';
import { type Nomination, placesOf, votedIn } from '../nominations/flow.ts';
import type { Choice } from '../voting/flow.ts';

type Say = (text: Localized) => string;

/** The texts of a vote; undefined if its nominee or category is no longer on the page. */
export const choiceOf = (nominations: readonly Nomination[], vote: Vote, say: Say): Choice | undefined => {
  const nomination = nominations.find(({ tag }) => tag === vote.nomination);
  const category = nomination?.categories.find(({ tag }) => tag === vote.niche);
  const company = category?.companies.find(({ tag }) => tag === vote.vote);
  if (!nomination || !category || !company) return undefined;
  return {
    nominee: say(company.name),
    logo: company.logo,
    nomination: say(nomination.title),
    category: nomination.categories.length > 1 ? say(category.name) : undefined,
  };
};

/** The choices of the user's votes, in the page's order. */
export const picksOf = (nominations: readonly Nomination[], votes: readonly Vote[], say: Say): readonly Choice[] =>
  placesOf(nominations).flatMap(({ nomination, niche }) => {
    const vote = votedIn(votes, nomination, niche);
    const choice = vote === undefined ? undefined : choiceOf(nominations, { nomination, niche, vote }, say);
    return choice ? [choice] : [];
  });
