import type { Result } from './records.ts';

/** The nominees with the highest percentage; several if they are equal, none before the first vote. */
export const leadersOf = (results: readonly Result[]): readonly string[] => {
  const top = Math.max(0, ...results.map(({ percentage }) => percentage));
  return top === 0 ? [] : results.filter(({ percentage }) => percentage === top).map(({ company }) => company);
};
