import type { ClusterSummary } from '@laurel/contracts/console/calls/clusters';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hours of the award's time zone between which the team is woken at most once. */
const NIGHT = { from: 22 * HOUR_MS, until: 8 * HOUR_MS } as const;

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: DISPLAY_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** What the clocks of the award show, as if it were the time in UTC. */
const shownAt = (at: number): number => Date.parse(`${clock.format(at)}Z`);

/** When the night of a moment began; null by day. Also right if the clocks change in this night. */
export const nightOf = (now: Date): Date | null => {
  const at = now.getTime() - now.getMilliseconds();
  const time = shownAt(at) % DAY_MS;
  if (time >= NIGHT.until && time < NIGHT.from) return null;
  const passed = (time - NIGHT.from + DAY_MS) % DAY_MS;
  return new Date(at - passed + (shownAt(at) - passed - shownAt(at - passed)));
};

/**
 * Whether the team is told of a cluster: it is open, looks like no honest crowd, and is likely, or possible with an effect on a
 * place. Under an embargo, which hides the effect, possible ones are not: the alarm would tell of the place.
 */
export const isAlarming = ({
  state,
  certainty,
  effect,
  looksHonest,
}: Pick<ClusterSummary, 'state' | 'certainty' | 'effect' | 'looksHonest'>) =>
  state === 'open' &&
  !looksHonest &&
  (certainty === 'likely' || (certainty === 'possible' && (effect === 'winner' || effect === 'place')));
