import type { ResultsCategory, ResultsNominee } from './calls/results.ts';

/** The nominees in the first place, several in a tie; none without votes or while numbers are hidden. */
export const winnersOf = ({ nominees }: ResultsCategory): readonly ResultsNominee[] =>
  (nominees ?? []).filter(({ rank }) => rank === 1);
