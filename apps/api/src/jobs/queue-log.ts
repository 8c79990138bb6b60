import { Logger as QueueLogger, type Task } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * Writes graphile-worker's log to our own. Only the job's id and task are logged: the other details hold payloads and
 * connections. Finished jobs are logged at debug level.
 */
export const createQueueLog = (logger: Logger): QueueLogger =>
  new QueueLogger((scope) => (level, message) => {
    const details = scope.jobId === undefined ? {} : { job: scope.jobId, task: scope.taskIdentifier };
    if (level === 'error') logger.error(details, message);
    else if (level === 'warning') logger.warn(details, message);
    else logger.debug(details, message);
  });

/**
 * Logs a task's error ourselves and throws a generic one. graphile-worker writes the error's message into its log and the
 * job's row, and the messages of PostgreSQL quote the rejected values.
 */
export const withOwnErrorLog =
  (logger: Logger, task: Task): Task =>
  async (payload, helpers) => {
    try {
      return await task(payload, helpers);
    } catch (err) {
      logger.error({ job: helpers.job.id, task: helpers.job.task_identifier, err }, 'a job failed');
      throw new Error('see the log');
    }
  };
