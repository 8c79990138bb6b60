import { z } from 'zod';
import { MisuseError } from './output.ts';

const timestamp = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
const SPAN_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A date and time with its offset, like 2026-12-01T20:00:00+02:00; undefined for anything else. */
export const readMoment = (text: string): Date | undefined =>
  timestamp.safeParse(text).success ? new Date(text) : undefined;

/**
 * A moment in the past: a date and time with its offset, or how long ago, like 90m, 24h or 7d.
 * @throws MisuseError naming the option
 */
export const readSince = (text: string, option: string, now: Date): Date => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined && (unit === 'm' || unit === 'h' || unit === 'd')) {
    return new Date(now.getTime() - Number(count) * SPAN_MS[unit]);
  }
  const moment = readMoment(text);
  if (moment) return moment;
  throw new MisuseError(
    `${option}: "${text}" is neither a date and time with its offset, like 2026-12-01T20:00:00+02:00, nor a span like 90m, 24h or 7d.`,
  );
};

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/**
 * A moment for people: in UTC, and beside it by the clock of this process's time zone (TZ) where that is another, like
 * `2026-12-01T18:00:00.000Z (20:00:00 +02:00)`; with its date where that differs. JSON has UTC alone.
 */
export const shownMoment = (moment: Date): string => {
  const utc = moment.toISOString();
  const offset = -moment.getTimezoneOffset();
  if (offset === 0) return utc;
  const local = new Date(moment.getTime() + offset * 60_000).toISOString();
  const [date, time] = [local.slice(0, 10), local.slice(11, 19)];
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = `${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
  return `${utc} (${date === utc.slice(0, 10) ? '' : `${date} `}${time} ${zone})`;
};
