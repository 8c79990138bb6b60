/** An event of a calendar file. */
export type CalendarEvent = {
  /** Identifies the event, so that a calendar replaces an earlier copy of it. */
  readonly id: string;
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
  readonly url: string;
};

const LINE_OCTETS = 75;
/** A calendar reminds this long before an event. */
const REMIND_BEFORE = '-PT30M';

/** A time in UTC (RFC 5545 §3.3.5). */
const timeOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** Escapes a text (RFC 5545 §3.3.11). */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Folds a line that is longer than 75 octets, between characters (RFC 5545 §3.1). */
const fold = (line: string): string => {
  const encoder = new TextEncoder();
  let octets = 0;
  let folded = '';
  for (const character of line) {
    const { length } = encoder.encode(character);
    if (octets + length > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
};

/** A calendar file (RFC 5545) with a reminder half an hour before each event. */
export const calendarOf = (events: readonly CalendarEvent[], now: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Laurel//Awards//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(({ id, title, start, end, url }) => [
      'BEGIN:VEVENT',
      `UID:${id}`,
      `DTSTAMP:${timeOf(now)}`,
      `DTSTART:${timeOf(start)}`,
      `DTEND:${timeOf(end)}`,
      `SUMMARY:${escapeText(title)}`,
      `URL:${url}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(title)}`,
      `TRIGGER:${REMIND_BEFORE}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
