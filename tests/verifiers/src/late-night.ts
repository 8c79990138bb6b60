// A night with votes behind its first result.
import type { PhaseTimes } from '@laurel/contracts/phase';
import { encodeLeaf } from '@laurel/contracts/public-log/leaves';
import { goodNight } from './case.ts';
import { type Night, placeOf } from './night.ts';

/** A day of November 2026. Voting closes on the 30th; 31 is the day after. */
export const day = (of: number): Date => new Date(Date.UTC(2026, 10, of));

const TIMES: PhaseTimes = { votingOpensAt: day(1), votingClosesAt: day(30), winnersAnnouncedAt: null };

/**
 * The good night, with its last three votes behind the first result.
 * @param moved the times that are moved before these votes; without it, there is no leaf of the times
 */
export const lateNight = (moved?: Partial<PhaseTimes>): Night => {
  const night = goodNight();
  const last = night.plan.votes.length - 3;
  const late = night.rows.slice(placeOf(last), placeOf(last) + 3);
  const rest = [...night.rows.slice(0, placeOf(last)), ...night.rows.slice(placeOf(last) + 3)];
  const times = moved ? [{ leaf: encodeLeaf({ type: 'phase', year: night.year, ...TIMES, ...moved }) }] : [];
  return { ...night, rows: [...rest.slice(0, -1), ...times, ...late, ...rest.slice(-1)] };
};
