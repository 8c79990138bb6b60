import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@laurel/support/until';
import type { FaultSetup } from './setup.ts';

/** Lets a fault last. */
// Real time: the servers and PostgreSQL measure their limits in it. A fault that lasts longer is the same fault.
export const last = (ms: number): Promise<void> => sleep(ms);

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

/** Begins a fault, and waits until a voter has got this answer. */
export const untilAnswered = async (
  setup: FaultSetup,
  answer: string,
  begin: () => void | Promise<void>,
): Promise<void> => {
  const { answers } = await setup.figures();
  await begin();
  await setup.until(`the answer ${answer}`, (now) => (now.answers[answer] ?? 0) > (answers[answer] ?? 0));
};

/** Ends PostgreSQL, and waits until its supervisor has started it again. */
export const restart = async (setup: FaultSetup, end: () => void): Promise<void> => {
  const startedAt = async (): Promise<string | undefined> => {
    const rows = await setup
      .asOwner<{ at: string }>('SELECT pg_postmaster_start_time()::text AS at')
      // Nobody can connect while it starts.
      .catch(() => []);
    return rows[0]?.at;
  };
  const before = await until('PostgreSQL to answer', startedAt);
  end();
  await until('PostgreSQL to run again', async () => ![undefined, before].includes(await startedAt()));
};
