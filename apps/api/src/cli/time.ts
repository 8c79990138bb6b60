import { enteredTime } from '@laurel/contracts/entered-time';
import { MisuseError } from './output.ts';

const timestamp = enteredTime();
const SPAN_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a date and time with an offset, like 2026-12-01T20:00:00+02:00; undefined for other texts. */
export const readTime = (text: string): Date | undefined =>
  timestamp.safeParse(text).success ? new Date(text) : undefined;

/**
 * Parses a time in the past: a date and time with an offset, or an age like 90m, 24h or 7d.
 * @throws MisuseError naming the option
 */
export const readSince = (text: string, option: string, now: Date): Date => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined && (unit === 'm' || unit === 'h' || unit === 'd')) {
    return new Date(now.getTime() - Number(count) * SPAN_MS[unit]);
  }
  const time = readTime(text);
  if (time) return time;
  throw new MisuseError(
    `${option}: "${text}" is neither a date and time with its offset, like 2026-12-01T20:00:00+02:00, nor a span like 90m, 24h or 7d.`,
  );
};
