import { setTimeout as sleep } from 'node:timers/promises';
import { checkGuards, compareTallies } from '@laurel/database/guards';
import { goLiveChecks, leftToDo } from '../checks/go-live.ts';
import { systemClock } from '../clock.ts';
import { shared } from '../concurrency/shared.ts';
import { type Check, type Readiness, readinessOf } from '../features/operations/service.ts';
import { clockSkewMs, isDatabaseTime, readFigures, readReceivers } from '../features/operations/store.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { createMetrics } from './metrics.ts';

/** What the checks and the database's figures say is kept for so long, and shared by all requests, milliseconds. */
const KEPT_MS = 1_000;
/** What is left to do before going live is looked at so often, where somebody asks, milliseconds. */
const TO_DO_KEPT_MS = 60_000;
/** Figures of the database that come later than this are not waited for: whoever asks would give up. */
const FIGURES_TIMEOUT_MS = 4_000;
/** Comparing the tallies reads every vote: only so often, and nobody waits for it. */
const COMPARE_EVERY_MS = 10 * 60_000;

/** Health checks and metrics, and the switch that takes this process out of traffic. */
export const wireOperations = (
  { pool, clock, config, logger }: Infrastructure,
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
            run: async () => ((await isDatabaseTime(pool, clock.now())) ? undefined : 'differs from the database'),
          },
        ]
      : []),
  ];

  const goLive = goLiveChecks(pool, { publicUrl: config.PUBLIC_URL, folder: undefined }, () => clock.now());
  let toDo: Record<string, string> | undefined;
  const lookForToDo = shared(async () => {
    toDo = await leftToDo(goLive);
  }, TO_DO_KEPT_MS);
  /** Readiness, with what was left to do when that was looked at last: nobody waits for it. */
  const readiness = async (): Promise<Readiness> => {
    if (config.production) void lookForToDo();
    return { ...(await readinessOf(checks)), ...(toDo && { toDo }) };
  };

  let comparedAt = Number.NEGATIVE_INFINITY;
  const compare = async (): Promise<void> => {
    if (performance.now() - comparedAt < COMPARE_EVERY_MS) return;
    comparedAt = performance.now();
    instruments.tallyDifferences.set((await compareTallies(pool)).length);
  };

  const warn = (error: unknown): void => logger.warn({ err: error }, 'the database gave no figures');

  const askForReceivers = async (): Promise<void> => {
    const { away, heldBytes } = await readReceivers(pool);
    instruments.walReceiversAway.set(away);
    instruments.walHeldBytes.set(heldBytes);
  };

  const askDatabase = async (): Promise<void> => {
    const now = clock.now();
    const figures = await readFigures(pool, now, systemClock.now());
    instruments.jobsWaiting.set(figures.jobsWaiting);
    instruments.jobsOverdue.set(figures.jobsOverdue);
    instruments.jobsDead.set(figures.jobsDead);
    instruments.smsCharged.set(figures.smsCharged);
    instruments.databaseBytes.set(figures.databaseBytes);
    instruments.clockSkew.set((await clockSkewMs(pool, clock.now())) / 1000);
    // A managed database may not tell; the other figures stand without it.
    await askForReceivers().catch(warn);
  };

  /** Reads what is only known to the database; an outage leaves the last figures. */
  const readDatabase = shared(async (): Promise<void> => {
    const late = sleep(FIGURES_TIMEOUT_MS, 'late' as const, { ref: false });
    try {
      if ((await Promise.race([askDatabase(), late])) === 'late') throw new Error('no answer in time');
      instruments.databaseUp.set(1);
      compare().catch(warn);
    } catch (error) {
      instruments.databaseUp.set(0);
      warn(error);
    }
  }, KEPT_MS);

  const refresh = async (): Promise<void> => {
    instruments.ballotDepth.set(watched.ballotBox.depth);
    instruments.sockets.set(watched.gateway.connections);
    instruments.smsBudget.set(config.limits.sms.hourly);
    await readDatabase();
  };

  return {
    readiness: shared(readiness, KEPT_MS),
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
