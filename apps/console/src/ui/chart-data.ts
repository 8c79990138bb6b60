import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';

export type Series = {
  label: string;
  /** One value per time; null where there is none. */
  values: readonly (number | null)[];
  /** `usual` is dashed and pale: the values to compare with. */
  tone?: 'accent' | 'warn' | 'bad' | 'usual';
};

/** The formats of times on the axis, in the award's time zone. */
export const AXIS_FORMATS = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: DISPLAY_TIME_ZONE },
  day: { day: 'numeric', month: 'short', timeZone: DISPLAY_TIME_ZONE },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type ChartProps = {
  /** What the picture says, in one sentence: `Votes a minute: 104 now, usually 31`. */
  summary: string;
  /** Times in seconds since 1970, ascending. */
  times: readonly number[];
  series: readonly Series[];
  height?: number;
  /** What the axis of time shows: the time of day, or the day. */
  axis?: 'time' | 'day';
  format?(value: number): string;
};

const DAY_SECONDS = 86_400;

/** The format of times in the headings of rows. If several rows belong to one day, it includes the time of day. */
export const rowFormat = (axis: 'time' | 'day', [first = 0, second = first]: readonly number[]) =>
  axis === 'day' && second - first < DAY_SECONDS ? { ...AXIS_FORMATS.day, ...AXIS_FORMATS.time } : AXIS_FORMATS[axis];
