import type { Outcome } from './outcome.ts';

/** By how many percentage points a category was won; 0 for joint winners. */
const leadOf = ({ winners, runnersUp }: Outcome): number =>
  winners.length === 1 ? (winners[0]?.percent ?? 0) - (runnersUp[0]?.percent ?? 0) : 0;

/** The outcomes with the clearest win first, and the others in their order. */
export const clearestFirst = (outcomes: readonly Outcome[]): readonly Outcome[] => {
  const won = outcomes.filter(({ winners }) => winners.length > 0);
  const [clearest] = won.sort((a, b) => leadOf(b) - leadOf(a));
  return clearest ? [clearest, ...outcomes.filter((each) => each !== clearest)] : outcomes;
};

/** Whether the visitor voted for a winner. */
export const isPicked = ({ winners, choice }: Outcome): boolean => winners.some(({ tag }) => tag === choice?.tag);

/** Of the visitor's votes in categories with a winner: all, those for a winner, and those for the second place. */
export const pickedOf = (outcomes: readonly Outcome[]): { of: number; won: number; second: number } => {
  const mine = outcomes.filter(({ winners, choice }) => winners.length > 0 && choice !== undefined);
  const isSecond = ({ runnersUp, choice }: Outcome) => runnersUp[0]?.percent === choice?.percent;
  return {
    of: mine.length,
    won: mine.filter(isPicked).length,
    second: mine.filter((each) => !isPicked(each) && isSecond(each)).length,
  };
};
