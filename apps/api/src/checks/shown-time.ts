const twoDigits = (count: number): string => String(count).padStart(2, '0');

/**
 * Formats a time for display: in UTC, and in this process's time zone (TZ) if that differs, like
 * `2026-12-01T18:00:00.000Z (20:00:00 +02:00)`; with its date where that differs. JSON has UTC alone.
 */
export const shownTime = (at: Date): string => {
  const utc = at.toISOString();
  const offset = -at.getTimezoneOffset();
  if (offset === 0) return utc;
  const local = new Date(at.getTime() + offset * 60_000).toISOString();
  const [date, time] = [local.slice(0, 10), local.slice(11, 19)];
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = `${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
  return `${utc} (${date === utc.slice(0, 10) ? '' : `${date} `}${time} ${zone})`;
};
