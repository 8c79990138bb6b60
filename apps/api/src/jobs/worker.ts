import { setTimeout as sleep } from 'node:timers/promises';
import { cutWhenSilent } from '@laurel/database/silence';
import { parseCronItems, type Runner, type RunnerOptions, run, runOnce, type TaskList } from 'graphile-worker';
import { createDeliver, type DeliverDeps } from './deliver.ts';
import { TASKS } from './queue.ts';
import { createQueueLog, toldByUs } from './queue-log.ts';
import { QueuePool } from './queue-pool.ts';
import { prune, pruneDeadJobs, releaseAbandoned } from './upkeep.ts';

/** Mails and text messages have their own workers: a mail server that hangs must not hold up text messages. */
const MAILS_AT_ONCE = 8;
const SMS_AT_ONCE = 4;
/** Two connections listen; the others take and finish jobs. */
const CONNECTIONS = 10;
/** How long a query may take, and a connection be silent, milliseconds. */
const QUERY_MS = 10_000;
const SILENCE_MS = 12_000;
/** Jobs are announced by NOTIFY; this catches retries that have come due. */
const POLL_MS = 2_000;
/** After so many failures in a row to get a job, the runner is made anew. */
const FAILURES_UNTIL_RESTART = 10;
const RESTART_MS = 500;
/** How long running jobs may go on once the process stops; then they are put back. */
const GRACE_MS = 8_000;

export type JobsDeps = DeliverDeps & {
  /** A direct connection of the application's role: listening needs a session. */
  databaseUrl: string;
  /** What the queue runs by: the machine's clock, whatever the one clock was moved to. */
  machineNow: () => Date;
  /** Ends the verifications that nobody decided in time (the social room's). */
  expireVerifications: (now: Date) => Promise<unknown>;
};

export type Jobs = {
  /** Starts the workers; they outlive an outage of the database. */
  start(): void;
  /** Runs what is due right now, one job after the other, and returns; for tests and for the organisers' command. */
  drain(): Promise<void>;
  /** Takes no more jobs, lets the running ones finish (those that hang are put back), and closes its connections. */
  close(): Promise<void>;
};

/** The queue's workers (graphile-worker): mails, text messages, upkeep. */
export const createJobs = (deps: JobsDeps): Jobs => {
  const { logger, db } = deps;
  const deliver = createDeliver(deps);
  const queueLog = createQueueLog(logger);
  const stopping = new AbortController();
  const hangUp = new AbortController();
  let pool: QueuePool | undefined;
  let running: Promise<void>[] = [];

  const openPool = (): QueuePool => {
    if (pool) return pool;
    pool = new QueuePool({
      connectionString: deps.databaseUrl,
      max: CONNECTIONS,
      application_name: 'laurel jobs',
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_MS,
      keepAlive: true,
      stream: cutWhenSilent(SILENCE_MS),
    });
    const hear = (error: Error): void => logger.debug({ err: error }, 'the queue lost a connection');
    pool.on('error', hear);
    pool.on('connect', (client) => client.on('error', hear));
    return pool;
  };

  const mails: TaskList = { [TASKS.email]: (payload) => deliver(payload, hangUp.signal) };
  const others: TaskList = {
    [TASKS.sms]: (payload) => deliver(payload, hangUp.signal),
    // What a clock that jumped takes for old may be needed still: the next turn may be another process's.
    [TASKS.prune]: async () => {
      if (!(await deps.isClockRight())) return;
      await prune(db, deps.now());
      await pruneDeadJobs(db, deps.machineNow());
    },
    [TASKS.releaseAbandoned]: () => releaseAbandoned(db),
    [TASKS.expireVerifications]: async () => {
      if (await deps.isClockRight()) await deps.expireVerifications(deps.now());
    },
  };
  const upkeep = parseCronItems([
    { task: TASKS.prune, match: '17 * * * *' },
    { task: TASKS.releaseAbandoned, match: '* * * * *' },
    { task: TASKS.expireVerifications, match: '*/5 * * * *' },
  ]);

  const options = (taskList: TaskList, concurrency: number): RunnerOptions => ({
    pgPool: openPool(),
    taskList: Object.fromEntries(
      Object.entries(taskList).map(([name, task]) => [name, task && toldByUs(logger, task)]),
    ),
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: queueLog,
    // Without a batch graphile-worker does not wait for the end of a job to be written, and an outage of the database
    // at that moment would end the process with an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });

  const watch = (runner: Runner): void => {
    let failures = 0;
    runner.events.on('worker:getJob:error', () => {
      failures += 1;
      // A runner that met the outage in its very first query remembers the failure for ever.
      if (failures === FAILURES_UNTIL_RESTART) runner.stop().catch(() => {});
    });
    runner.events.on('worker:getJob:empty', () => {
      failures = 0;
    });
  };

  /** Keeps one runner going: it ends when the database goes away at a bad moment, and is then made anew. */
  const keepRunning = async (start: () => RunnerOptions): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const runner = await run(start());
        const stop = (): void => void runner.stop().catch(() => {});
        watch(runner);
        stopping.signal.addEventListener('abort', stop, { once: true });
        if (stopping.signal.aborted) stop();
        await runner.promise.finally(() => stopping.signal.removeEventListener('abort', stop));
      } catch (error) {
        logger.warn({ err: error }, 'the queue stopped and is started again');
      }
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  let closed: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    const grace = setTimeout(() => hangUp.abort(), GRACE_MS);
    await Promise.all(running);
    clearTimeout(grace);
    await pool?.end();
  };

  return {
    start: () => {
      running = [
        keepRunning(() => ({ ...options(mails, MAILS_AT_ONCE), parsedCronItems: [] })),
        keepRunning(() => ({ ...options(others, SMS_AT_ONCE), parsedCronItems: upkeep })),
      ];
    },
    drain: () => runOnce(options({ ...mails, ...others }, 1)),
    close: () => {
      closed ??= stop();
      return closed;
    },
  };
};
