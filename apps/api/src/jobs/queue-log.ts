import { Logger as QueueLogger } from 'graphile-worker';
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
