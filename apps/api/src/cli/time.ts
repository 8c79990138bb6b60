import { enteredTime } from '@laurel/contracts/entered-time';

const timestamp = enteredTime();

/** Parses a date and time with an offset, like 2026-12-01T20:00:00+02:00; undefined for other texts. */
export const readTime = (text: string): Date | undefined =>
  timestamp.safeParse(text).success ? new Date(text) : undefined;
