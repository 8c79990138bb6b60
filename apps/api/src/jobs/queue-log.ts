import { Logger as QueueLogger, type Task } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * graphile-worker's log on ours. Of its details only a job's id is kept: the rest is objects with payloads and
 * connections in them. A finished job is not worth a line.
 */
export const createQueueLog = (logger: Logger): QueueLogger =>
  new QueueLogger((scope) => (level, message) => {
    const details = scope.jobId === undefined ? {} : { job: scope.jobId, task: scope.taskIdentifier };
    if (level === 'error') logger.error(details, message);
    else if (level === 'warning') logger.warn(details, message);
    else logger.debug(details, message);
  });

/**
 * A task whose failure is told by us. graphile-worker writes an error's own words into its log and the job's row, and those
 * of a database quote the value that was refused.
 */
export const toldByUs =
  (logger: Logger, task: Task): Task =>
  async (payload, helpers) => {
    try {
      return await task(payload, helpers);
    } catch (err) {
      logger.error({ job: helpers.job.id, task: helpers.job.task_identifier, err }, 'a job failed');
      throw new Error('see the log');
    }
  };
