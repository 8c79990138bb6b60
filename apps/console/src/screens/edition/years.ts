import type { ListedYear } from '@laurel/contracts/console/calls/years';
import type { Years } from './types.ts';

/** The year whose newest version is copied for another year: the newest one that has a version. */
export const sourceOf = ({ editions }: Years): number | undefined =>
  editions.toSorted((one, other) => other.year - one.year).find(({ versions }) => versions > 0)?.year;

/** The year that follows all others. */
export const yearAfter = ({ editions }: Years): number => Math.max(...editions.map(({ year }) => year)) + 1;

/** The year of the edition that is live. */
export const liveYearOf = ({ editions }: Pick<Years, 'editions'>): number | undefined =>
  editions.find(({ state }) => state === 'current')?.year;

/** `waits`: its time has come, and the live edition can't be archived yet. `running`: the server carries it out. */
export type SwitchState = 'none' | 'planned' | 'waits' | 'running';

/**
 * How far the switch to an edition is.
 * @param asked the year to which this page asked to switch now: the clock of the server may differ from `now`
 */
export const switchStateOf = (
  { year, switchAt }: Pick<ListedYear, 'year' | 'switchAt'>,
  { refused, asked, now }: Pick<Years, 'refused'> & { asked: number | undefined; now: number },
): SwitchState => {
  if (switchAt === null) return 'none';
  if (asked !== year && Date.parse(switchAt) > now) return 'planned';
  return refused === null ? 'running' : 'waits';
};
