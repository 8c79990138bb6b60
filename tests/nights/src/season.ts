import { deckOf, type Random, some } from './random.ts';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Voting opens and closes at 22:00 of Kyiv, ten days apart. */
export const OPENS = Date.UTC(2025, 11, 1, 20);
const DAYS = 10;
export const CLOSES = OPENS + DAYS * DAY;
/** How much longer the clock of Kyiv is than UTC in winter, in hours. */
const KYIV = 2;

/** People of each local hour: most come in the evening. */
const HOURS = [3, 1.5, 0.8, 0.5, 0.5, 1, 2.5, 5, 8, 10, 11, 11, 12, 12, 11, 11, 11, 12, 14, 17, 20, 20, 15, 8];
/** People of each day: many on the first, and most on the last. */
const RUSH = [1.7, 1.2, 0.9, 0.8, 0.7, 0.7, 0.75, 0.9, 1.1, 1.5];
/** How much more the last five hours have than another evening. */
const LAST_EVENING = 2.6;

const hours = Array.from({ length: DAYS * 24 }, (_, hour) => hour);
const rhythms = new Map<number, ReturnType<typeof deckOf<number>>>();
const rhythmOf = (offset: number): ReturnType<typeof deckOf<number>> => {
  const known = rhythms.get(offset);
  if (known) return known;
  const rhythm = deckOf(hours, (hour) => {
    const local = (hour + 20 + offset + 24) % 24;
    const late = hour >= DAYS * 24 - 5 ? LAST_EVENING : 1;
    return (HOURS[local] ?? 0) * (RUSH[Math.floor(hour / 24)] ?? 0) * late;
  });
  rhythms.set(offset, rhythm);
  return rhythm;
};

/** A time at which somebody with this offset from UTC comes by himself. */
export const someTime = (random: Random, offset: number): number =>
  OPENS + random.draw(rhythmOf(offset)) * HOUR + random.next() * HOUR;

/** When somebody comes back: on a later day, if there is one. */
export function later(random: Random, offset: number, after: number): number {
  const times = some(12, () => someTime(random, offset)).filter((time) => time > after + 6 * HOUR);
  return times[0] ?? after;
}

/** A time on the day with this number (0 is the first whole one), at an hour of Kyiv that may have a fraction. */
export const onDay = (day: number, hour: number): number => OPENS + day * DAY + (2 + hour) * HOUR;

/** When the members of a group come, and when they vote if that is not right afterwards. */
export interface Coming {
  readonly at: number;
  readonly votesAt?: number;
}

/** Days after which two more are working days. */
const WORKDAYS = [0, 1, 6, 7];

/** How long a burst of this many people takes: some work at the same time. */
const burstOf = (size: number): number => 4 * size ** 0.45 * MINUTE;

/** The ways in which the members of a group come, each with the time of the member with an index. */
function ways(random: Random, size: number) {
  const day = random.int(1, DAYS - 3);
  const week = random.pick(WORKDAYS);
  const burst = burstOf(size);
  const late = CLOSES - 1.5 * HOUR - random.next() * 3.5 * HOUR;
  const start = random.chance(0.6) ? late : onDay(random.int(0, DAYS - 3), 9 + random.next() * 12);
  const wake = CLOSES - burst - HOUR - random.next() * 3 * HOUR;
  const drip = CLOSES - random.int(5, 9) * DAY;
  const inRow = (from: number, length: number, index: number): number =>
    from + ((index + random.next()) / size) * length;
  return {
    /** By themselves. */
    season: (): Coming => ({ at: someTime(random, KYIV) }),
    /** Farms: all in minutes. */
    burst: (index: number): Coming => ({ at: inRow(start, burst, index) }),
    /** Farms: over days, in the hours when others come, too. */
    drip: (): Coming => {
      for (;;) {
        const at = someTime(random, KYIV);
        if (at > drip && at < CLOSES - HOUR) return { at };
      }
    },
    /** Farms: on one early day, and the votes in minutes of the last evening. */
    sleeper: (index: number): Coming => ({
      at: inRow(onDay(0, 10), 2 * burst, index),
      votesAt: inRow(wake, burst, index),
    }),
    /** To an event on one evening. */
    evening: (): Coming => ({ at: onDay(day, 18.5 + 2.5 * random.next() ** 1.4) }),
    /** After a post at 20:00: the half within a quarter of an hour. */
    wave: (): Coming => ({ at: onDay(day, 20) + Math.min(random.logNormal(14 * MINUTE, 1), 14 * HOUR) }),
    /** In the hours of an office, on three days. */
    office: (): Coming => ({ at: onDay(week + random.int(0, 2), 9.3 + random.next() * 8.5) }),
    /** In the evenings after lectures. */
    evenings: (): Coming => ({ at: onDay(random.int(0, DAYS - 3), 17 + random.next() * 7) }),
  };
}
export type When = keyof ReturnType<typeof ways>;

/** When each member of a group of this size comes. */
export const comings = (random: Random, when: When, size: number): Coming[] => some(size, ways(random, size)[when]);
