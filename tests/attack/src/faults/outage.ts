import { until } from '@laurel/support/until';
import type { FaultSetup } from './setup.ts';

/** How many batches a server's ballot box gave up without a result. */
const lostBatches = async (origin: string): Promise<number> => {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^laurel_ballot_trouble_total\{what="in_doubt"\} (\d+)$/m.exec(metrics)?.[1]);
};

/** Begins an outage of the database, and waits until every server has given up a batch without a result. */
export const cutOff = async ({ cluster }: FaultSetup, begin: () => void): Promise<void> => {
  const origins = cluster.servers.map(({ origin }) => origin);
  const before = new Map<string, number>();
  for (const origin of origins) before.set(origin, await lostBatches(origin));
  begin();
  for (const origin of origins) {
    await until(`${origin} to give up a batch`, async () => (await lostBatches(origin)) > (before.get(origin) ?? 0));
  }
};
