import type { ResultsCategory, ResultsNominee } from './calls/results.ts';

/** The nominees with the most votes, several in a tie; none without votes or while numbers are hidden. */
export const firstOf = ({ nominees }: ResultsCategory): readonly ResultsNominee[] =>
  (nominees ?? []).filter(({ rank }) => rank === 1);

/** The winners: those with the most votes, or the one of them whom the draw chose. */
export const winnersOf = (category: ResultsCategory): readonly ResultsNominee[] =>
  firstOf(category).filter(({ company }) => category.drawn === null || company === category.drawn);
