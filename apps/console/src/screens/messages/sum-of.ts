import type { CostTotal } from '@laurel/contracts/console/calls/tonight';

type Total = { sent: number; failed: number; cost: readonly CostTotal[] };

/** The sum of several totals, with the cost in each currency. */
export const sumOf = (totals: readonly Total[]): { sent: number; failed: number; cost: CostTotal[] } => {
  const byCurrency = Map.groupBy(
    totals.flatMap(({ cost }) => cost),
    ({ currency }) => currency,
  );
  return {
    sent: totals.reduce((sum, each) => sum + each.sent, 0),
    failed: totals.reduce((sum, each) => sum + each.failed, 0),
    cost: [...byCurrency].map(([currency, parts]) => ({
      currency,
      micros: parts.reduce((sum, { micros }) => sum + micros, 0),
    })),
  };
};
