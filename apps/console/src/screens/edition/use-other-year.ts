import { useMe } from '../../session/me.ts';
import type { Difference } from './types.ts';

/** The year of what is compared, if it is not that of the live edition: publishing it changes nothing on the site. */
export const useOtherYear = (): ((difference: Pick<Difference, 'year'> | null) => number | undefined) => {
  const live = useMe().award.year;
  return (difference) => (difference === null || difference.year === live ? undefined : (difference.year ?? undefined));
};
