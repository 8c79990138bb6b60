import { type Language, localeOf } from '@laurel/contracts/languages';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { useLanguage } from '../i18n/language.ts';

const FORMATS = {
  time: { hour: '2-digit', minute: '2-digit' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  minute: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  full: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeFormat = keyof typeof FORMATS;

/** Formats a moment in the award's time zone, so that everybody on the team reads the same time on every screen. */
export const formatTime = (
  at: string | number | Date,
  { show, language }: { show: TimeFormat; language: Language },
): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...FORMATS[show],
    hourCycle: 'h23',
    timeZone: DISPLAY_TIME_ZONE,
  }).format(new Date(at));

type Props = { at: string | number | Date; show?: TimeFormat };

/** A date or time; the full date, time and zone are its tooltip. */
export const Time = ({ at, show = 'minute' }: Props) => {
  const language = useLanguage();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, { show: 'full', language })}>
      {formatTime(at, { show, language })}
    </time>
  );
};
