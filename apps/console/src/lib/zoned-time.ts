const MINUTE_MS = 60_000;

/** The date and time of a moment in a time zone, as the value of a field `datetime-local`: `2026-12-01T20:00`. */
export const toZoned = (at: string | number | Date, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? '';
  // A year before 1000 has fewer digits here, but a field requires at least four.
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
};

/** How far a zone is ahead of UTC at a moment, milliseconds. */
const offsetAt = (at: number, zone: string): number =>
  Date.parse(`${toZoned(new Date(at), zone)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;

/**
 * The moment of a date and time in a time zone, in ISO 8601; undefined if the text is not a date and time. A time that
 * occurs twice, because the clocks go back, means the first moment. A time that is skipped, because the clocks go
 * forward, is converted with the offset from before the change.
 */
export const fromZoned = (local: string, zone: string): string | undefined => {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // If the clocks change at about this time, these are the offsets before and after the change.
  const offsets = [offsetAt(asUtc - 24 * 60 * MINUTE_MS, zone), offsetAt(asUtc + 24 * 60 * MINUTE_MS, zone)];
  const candidates = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetAt(at, zone) === asUtc);
  return new Date(candidates[0] ?? asUtc - (offsets[0] ?? 0)).toISOString();
};

/** A moment as a date and time of a zone with its offset then: `2026-12-01T20:00:00+02:00`. */
export const withOffset = (at: string, zone: string): string => {
  const minutes = Math.round(offsetAt(Date.parse(at), zone) / MINUTE_MS);
  const two = (part: number): string => String(Math.floor(Math.abs(part))).padStart(2, '0');
  return `${toZoned(at, zone)}:00${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};
