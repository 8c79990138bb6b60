import { setTimeout as sleep } from 'node:timers/promises';
import { verifyPrimary } from '@laurel/database/primary';
import { cutWhenSilent } from '@laurel/database/silence';
import { parseCronItems, type Runner, type RunnerOptions, run, runOnce, type TaskList } from 'graphile-worker';
import { waitAtMost } from '../concurrency/wait-at-most.ts';
import { recordActivity } from './activity.ts';
import { createDeliver, type DeliverDeps } from './deliver.ts';
import { TASKS } from './queue.ts';
import { createQueueLog, withOwnErrorLog } from './queue-log.ts';
import { QueuePool } from './queue-pool.ts';
import { ABANDONED_MS, prune, pruneDeadJobs, releaseAbandoned } from './upkeep.ts';

/**
 * Mails and text messages have separate workers: a mail server that hangs must not delay text messages. So many at once are 80 a
 * second where a provider takes 200 ms.
 */
const MESSAGES_AT_ONCE = 16;
/** Two connections listen; the others take and finish jobs. */
const CONNECTIONS = 10;
/** The time limits of a query and of a connection's silence, milliseconds. */
const QUERY_MS = 10_000;
const SILENCE_MS = 12_000;
/** New jobs are announced by NOTIFY; polling finds retries that are due. */
const POLL_MS = 2_000;
/** Failures in a row to get a job before the runner is replaced. */
const FAILURES_UNTIL_RESTART = 10;
const RESTART_MS = 500;
/** How long running jobs may continue after `close`; then they go back to the queue. */
const GRACE_MS = 8_000;
/** How long jobs that were aborted may take to go back to the queue. */
const RELEASE_MS = 1_000;

export type JobsDeps = DeliverDeps & {
  /** A direct connection of the application's role: LISTEN needs a session. */
  databaseUrl: string;
  /** The machine's clock, which the queue runs by even where the application clock was moved. */
  machineNow: () => Date;
  /** Expires verifications that were not decided in time. */
  expireVerifications: (now: Date) => Promise<unknown>;
  /** Tells the people of unused accounts, and erases those that were told a month ago. */
  retain: (now: Date) => Promise<void>;
  /** Calls the organisers' webhooks. */
  callHooks: (signal: AbortSignal) => Promise<void>;
  /** Tells the next people who asked for it that the winners are announced. */
  tellWinners: (now: Date) => Promise<void>;
  /** Reminds the next people who stopped on the way to their first vote. */
  remind: (now: Date) => Promise<void>;
  /** Asks what kind of number an account has proven. */
  lookUpNumber: (payload: unknown) => Promise<void>;
  /** Tells people about an exclusion of their votes. */
  notifyExclusion: (payload: unknown) => Promise<void>;
  /** Tells a person the answer to an objection. */
  notifyObjection: (payload: unknown) => Promise<void>;
};

export type Jobs = {
  /** Starts the workers; they survive an outage of the database. */
  start(): void;
  /** Runs the jobs that are due, one after the other, and returns; for tests and for the organisers' command. */
  drain(): Promise<void>;
  /** Takes no more jobs, waits for running ones (those that hang go back to the queue), and closes the connections. */
  close(): Promise<void>;
};

/** Creates the queue's workers (graphile-worker): mails, text messages, upkeep. */
export const createJobs = (deps: JobsDeps): Jobs => {
  const { logger, db } = deps;
  const deliver = createDeliver(deps);
  const queueLog = createQueueLog(logger);
  const stopping = new AbortController();
  const abortRunning = new AbortController();
  let pool: QueuePool | undefined;
  let running: Promise<void>[] = [];
  /** Runners that take no more jobs, for as long as one of their jobs may run. */
  const ending = new Set<Promise<void>>();

  const openPool = (): QueuePool => {
    if (pool) return pool;
    pool = new QueuePool({
      connectionString: deps.databaseUrl,
      max: CONNECTIONS,
      application_name: 'laurel jobs',
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_MS,
      verify: verifyPrimary,
      keepAlive: true,
      stream: cutWhenSilent(SILENCE_MS),
    });
    const logLost = (error: Error): void => logger.debug({ err: error }, 'the queue lost a connection');
    pool.on('error', logLost);
    pool.on('connect', (client) => client.on('error', logLost));
    return pool;
  };

  const mails: TaskList = {
    [TASKS.email]: (payload) => deliver(payload, abortRunning.signal),
    [TASKS.lookUpNumber]: (payload) => deps.lookUpNumber(payload),
    [TASKS.notifyExclusion]: (payload) => deps.notifyExclusion(payload),
    [TASKS.notifyObjection]: (payload) => deps.notifyObjection(payload),
    [TASKS.callHooks]: async () => {
      if (await deps.isClockRight()) await deps.callHooks(abortRunning.signal);
    },
  };
  const others: TaskList = {
    [TASKS.sms]: (payload) => deliver(payload, abortRunning.signal),
    // With a wrong clock, rows that are still needed would be deleted. Another process may do the next run.
    [TASKS.prune]: async () => {
      if (!(await deps.isClockRight())) return;
      try {
        await prune(db, deps.now());
      } finally {
        await pruneDeadJobs(db, deps.machineNow());
      }
    },
    [TASKS.releaseAbandoned]: () => releaseAbandoned(db),
    [TASKS.expireVerifications]: async () => {
      if (await deps.isClockRight()) await deps.expireVerifications(deps.now());
    },
    [TASKS.retain]: async () => {
      if (await deps.isClockRight()) await deps.retain(deps.now());
    },
    [TASKS.tellWinners]: async () => {
      if (await deps.isClockRight()) await deps.tellWinners(deps.now());
    },
    [TASKS.remind]: async () => {
      if (await deps.isClockRight()) await deps.remind(deps.now());
    },
    [TASKS.recordActivity]: async () => {
      if (await deps.isClockRight()) await recordActivity(db, deps.now());
    },
  };
  const upkeep = parseCronItems([
    { task: TASKS.prune, match: '17 * * * *' },
    { task: TASKS.releaseAbandoned, match: '* * * * *' },
    { task: TASKS.recordActivity, match: '* * * * *' },
    { task: TASKS.callHooks, match: '* * * * *' },
    { task: TASKS.tellWinners, match: '* * * * *' },
    { task: TASKS.remind, match: '* * * * *' },
    { task: TASKS.expireVerifications, match: '*/5 * * * *' },
    { task: TASKS.retain, match: '47 3 * * *' },
  ]);

  const options = (taskList: TaskList, concurrency: number): RunnerOptions => ({
    pgPool: openPool(),
    taskList: Object.fromEntries(
      Object.entries(taskList).map(([name, task]) => [name, task && withOwnErrorLog(logger, task)]),
    ),
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: queueLog,
    // Without batches, graphile-worker does not await the write of a job's result, and an outage of the database then
    // would end the process with an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });

  const watch = (runner: Runner): void => {
    let failures = 0;
    runner.events.on('worker:getJob:error', () => {
      failures += 1;
      // A runner whose first query failed keeps failing for good.
      if (failures === FAILURES_UNTIL_RESTART) runner.stop().catch(() => {});
    });
    runner.events.on('worker:getJob:empty', () => {
      failures = 0;
    });
  };

  /** Resolves when the runner takes no more jobs. Jobs that it has taken may still run. */
  const stopsTaking = (runner: Runner): Promise<void> =>
    new Promise((resolve) => runner.events.once('pool:gracefulShutdown', () => resolve()));

  /**
   * Replaces the runner whenever it stops, which an outage of the database can cause. The next one starts at once and does
   * not wait for the end of the other: graphile-worker 0.18.0 waits without end if two results could not be written.
   */
  const keepRunning = async (start: () => RunnerOptions): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const runner = await run(start());
        const stop = (): void => void runner.stop().catch(() => {});
        watch(runner);
        // A runner emits the event while `stop` is called, so the wait for it begins first.
        const stopped = stopsTaking(runner);
        stopping.signal.addEventListener('abort', stop, { once: true });
        if (stopping.signal.aborted) stop();
        await stopped;
        stopping.signal.removeEventListener('abort', stop);
        // This also ends the runner's timetable.
        stop();
        const longest = sleep(ABANDONED_MS, undefined, { ref: false });
        const ended = Promise.race([runner.promise, longest])
          .catch((error: unknown) => logger.warn({ err: error }, 'the queue stopped and is started again'))
          .finally(() => ending.delete(ended));
        ending.add(ended);
      } catch (error) {
        logger.warn({ err: error }, 'the queue could not start and is started again');
      }
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  let closed: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    const grace = setTimeout(() => abortRunning.abort(), GRACE_MS);
    await Promise.all(running);
    await waitAtMost(GRACE_MS + RELEASE_MS, Promise.all(ending));
    clearTimeout(grace);
    await pool?.end();
  };

  return {
    start: () => {
      running = [
        keepRunning(() => ({ ...options(mails, MESSAGES_AT_ONCE), parsedCronItems: [] })),
        keepRunning(() => ({ ...options(others, MESSAGES_AT_ONCE), parsedCronItems: upkeep })),
      ];
    },
    drain: () => runOnce(options({ ...mails, ...others }, 1)),
    close: () => {
      closed ??= stop();
      return closed;
    },
  };
};
