import { checkGuards } from '@laurel/database/guards';
import type { Check } from '../features/operations/service.ts';
import { clockSkewMs, smsChargedInHour, waitingJobs } from '../features/operations/store.ts';
import type { createMetrics } from '../lib/metrics.ts';
import type { Ground } from './ground.ts';

/** A replica whose clock differs from the database's by more than this is not ready: the clock decides phases. */
const MAX_SKEW_MS = 1_000;

/** Health checks and metrics, and the switch that takes this process out of traffic. */
export const wireOperations = (
  { pool, clock, config, logger }: Ground,
  instruments: ReturnType<typeof createMetrics>,
  watched: { ballotBox: { readonly depth: number }; gateway: { readonly connections: number } },
) => {
  let accepting = true;
  const checks: Check[] = [
    { name: 'database', run: async () => void (await pool.query('SELECT 1')) },
    {
      name: 'guards',
      run: async () => {
        const problems = await checkGuards(pool);
        instruments.guardProblems.set(problems.length);
        return problems.length === 0 ? undefined : problems.join('; ');
      },
    },
    // A development clock may have been moved on purpose.
    ...(config.production
      ? [
          {
            name: 'clock',
            run: async () =>
              (await clockSkewMs(pool, clock.now())) > MAX_SKEW_MS ? 'differs from the database' : undefined,
          },
        ]
      : []),
  ];

  /** Reads what is only known to the database; an outage leaves the last figures. */
  const refresh = async (): Promise<void> => {
    instruments.ballotDepth.set(watched.ballotBox.depth);
    instruments.sockets.set(watched.gateway.connections);
    try {
      instruments.jobsWaiting.set(await waitingJobs(pool));
      instruments.smsCharged.set(await smsChargedInHour(pool, clock.now()));
    } catch (error) {
      logger.warn({ err: error }, 'the database gave no figures');
    }
  };

  return {
    checks,
    accepting: () => accepting,
    stopAccepting: () => {
      accepting = false;
    },
    metrics: {
      ...instruments,
      contentType: instruments.registry.contentType,
      read: async () => {
        await refresh();
        return instruments.registry.metrics();
      },
      answered: (route: string, status: number, milliseconds: number) => {
        instruments.requests.inc({ route, status: String(status) });
        instruments.requestSeconds.observe(milliseconds / 1000);
      },
    },
  };
};
