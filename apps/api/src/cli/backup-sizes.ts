import type { Advance, Work } from './progress.ts';

const MEGABYTE = 1024 ** 2;

export const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** Progress in bytes, shown in megabytes. */
export const inMegabytes = {
  work: (label: string, bytes: number): Work => ({ label, total: Math.ceil(bytes / MEGABYTE), unit: 'MB' }),
  /** @returns the callback for processed bytes */
  counted: (advance: Advance): ((bytes: number) => void) => {
    let rest = 0;
    return (bytes) => {
      rest += bytes;
      const whole = Math.floor(rest / MEGABYTE);
      rest -= whole * MEGABYTE;
      if (whole > 0) advance(whole);
    };
  },
};
