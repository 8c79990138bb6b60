import { checkGuards, compareTallies } from '@laurel/database/guards';
import { goLiveChecks, leftToDo } from '../checks/go-live.ts';
import { systemClock } from '../clock.ts';
import { shared } from '../concurrency/shared.ts';
import { LATE, waitAtMost } from '../concurrency/wait-at-most.ts';
import { type Check, type Readiness, readinessOf } from '../features/operations/service.ts';
import { clockSkewMs, countJobs, isDatabaseTime, readFigures, readReceivers } from '../features/operations/store.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { createMetrics } from './metrics.ts';

/** How long the results of the checks and the database's figures are cached for all requests, milliseconds. */
const CACHE_MS = 1_000;
/** How long the result of the go-live checks is cached, milliseconds. */
const TO_DO_CACHE_MS = 60_000;
/** The time limit for the database's figures: later, Prometheus would have given up. */
const FIGURES_TIMEOUT_MS = 4_000;
/** Comparing the tallies reads every vote, so it runs rarely and in the background. */
const COMPARE_EVERY_MS = 10 * 60_000;

/** Health checks and metrics, and the switch that takes this process out of traffic. */
export const wireOperations = (
  { pool, longPool, clock, config, logger }: Infrastructure,
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
              (await isDatabaseTime(pool, () => clock.now())) ? undefined : 'differs from the database',
          },
        ]
      : []),
  ];

  const goLive = goLiveChecks(pool, { publicUrl: config.PUBLIC_URL, folder: undefined }, () => clock.now());
  let toDo: Record<string, string> | undefined;
  const refreshToDo = shared(async () => {
    toDo = await leftToDo(goLive);
  }, TO_DO_CACHE_MS);
  /** Readiness, with the last result of the go-live checks, which run in the background. */
  const readiness = async (): Promise<Readiness> => {
    if (config.production) void refreshToDo();
    return { ...(await readinessOf(checks)), ...(toDo && { toDo }) };
  };

  let comparedAt = Number.NEGATIVE_INFINITY;
  const compare = async (): Promise<void> => {
    if (performance.now() - comparedAt < COMPARE_EVERY_MS) return;
    comparedAt = performance.now();
    instruments.tallyDifferences.set((await compareTallies(longPool)).length);
  };

  const warn = (error: unknown): void => logger.warn({ err: error }, 'the database gave no figures');

  const readReceiverFigures = async (): Promise<void> => {
    const { away, heldBytes } = await readReceivers(pool);
    instruments.walReceiversAway.set(away);
    instruments.walHeldBytes.set(heldBytes);
  };

  const readDatabaseFigures = async (): Promise<void> => {
    const now = clock.now();
    const jobs = await countJobs(pool, systemClock.now());
    instruments.jobsWaiting.set(jobs.waiting);
    instruments.jobsOverdue.set(jobs.overdue);
    instruments.jobsDead.set(jobs.dead);
    const figures = await readFigures(pool, now);
    instruments.smsCharged.set(figures.smsCharged);
    instruments.databaseBytes.set(figures.databaseBytes);
    instruments.clockSkew.set((await clockSkewMs(pool, () => clock.now())) / 1000);
    // A managed database may not allow this query; the other figures do not need it.
    await readReceiverFigures().catch(warn);
  };

  /** Reads the figures of the database. During an outage the last figures remain. */
  const readDatabase = shared(async (): Promise<void> => {
    try {
      if ((await waitAtMost(FIGURES_TIMEOUT_MS, readDatabaseFigures())) === LATE) throw new Error('no answer in time');
      instruments.databaseUp.set(1);
      compare().catch(warn);
    } catch (error) {
      instruments.databaseUp.set(0);
      warn(error);
    }
  }, CACHE_MS);

  const refresh = async (): Promise<void> => {
    instruments.ballotDepth.set(watched.ballotBox.depth);
    instruments.sockets.set(watched.gateway.connections);
    instruments.smsBudget.set(config.limits.sms.hourly);
    await readDatabase();
  };

  return {
    readiness: shared(readiness, CACHE_MS),
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
        instruments.requestSeconds.observe({ route }, milliseconds / 1000);
      },
    },
  };
};
