import type { Advance, Work } from './progress.ts';

const MEGABYTE = 1024 ** 2;

export const megabytes = (octets: number): string => `${(octets / MEGABYTE).toFixed(1)} MB`;

/** Progress in octets, shown in megabytes. */
export const inMegabytes = {
  work: (label: string, octets: number): Work => ({ label, total: Math.ceil(octets / MEGABYTE), unit: 'MB' }),
  /** @returns the callback for processed octets */
  counted: (advance: Advance): ((octets: number) => void) => {
    let rest = 0;
    return (octets) => {
      rest += octets;
      const whole = Math.floor(rest / MEGABYTE);
      rest -= whole * MEGABYTE;
      if (whole > 0) advance(whole);
    };
  },
};
