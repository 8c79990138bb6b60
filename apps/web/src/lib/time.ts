import type { Language } from '@laurel/contracts/languages';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { bindShortWords } from '@laurel/contracts/typography';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Formats the rest of a countdown as mm:ss, rounded up to whole seconds. */
export const formatCountdown = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
};

/** Formats a time in Kyiv, rounded up to the next full minute, with day and month (spec §9). */
export const formatKyivMinute = (moment: Date, language: Language): string =>
  bindShortWords(
    new Intl.DateTimeFormat(language, {
      timeZone: DISPLAY_TIME_ZONE,
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS),
  );
