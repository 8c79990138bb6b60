import type { Db, Tx } from '@laurel/database/client';
import type { Channel, Payload } from './payload.ts';

/** The names of the jobs in the queue. */
export const TASKS = {
  email: 'send_mail',
  sms: 'send_sms',
  prune: 'prune',
  releaseAbandoned: 'release_abandoned',
  expireVerifications: 'expire_verifications',
} as const;

/**
 * Adds the job that sends a message, in the caller's transaction. It replaces a job with the same id, even one that is
 * running, in one statement (graphile-worker's job_key).
 * @param waitMs delay by the database's clock, which the queue runs by; 0 by default
 */
export const addMessageJob = async (
  tx: Db | Tx,
  job: { id: string; channel: Channel; payload: Payload; waitMs?: number },
): Promise<void> => {
  await tx.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(
      identifier => ${TASKS[job.channel]}, payload => ${JSON.stringify(job.payload)}::json,
      run_at => clock_timestamp() + ${job.waitMs ?? 0}::float8 * interval '1 millisecond', job_key => ${job.id}, job_key_mode => 'replace')`;
};

/** Removes the job of an unsent message, in the caller's transaction. */
export const removeMessageJob = async (tx: Db | Tx, id: string): Promise<void> => {
  await tx.$executeRaw`SELECT 1 FROM graphile_worker.remove_job(${id})`;
};
