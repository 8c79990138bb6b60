import type { StatisticsItem } from '@laurel/contracts/records';

/** A typical push: three categories of six nominees each. */
export const ITEMS = Array.from(
  { length: 3 },
  (_, category): StatisticsItem => ({
    nomination: `nomination-${category}`,
    niche: 'crypto',
    results: Array.from({ length: 6 }, (_company, index) => ({ company: `company-${index}`, percentage: 16.67 })),
  }),
);

/** Its text, the same for every rival. */
export const MESSAGE_BODY = JSON.stringify(ITEMS);
