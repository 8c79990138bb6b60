import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The most checks of the queue, in five minutes at least: a job that still waits then is stuck. */
const ROUNDS = 600;
const ROUND_MS = 500;

const WAITING = `
  SELECT count(*)::int AS count FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
   WHERE j.attempts < j.max_attempts AND t.identifier IN ('send_mail', 'send_sms', 'notify_exclusion')`;
/** Makes waiting jobs due now. */
const HURRY =
  'UPDATE graphile_worker._private_jobs SET run_at = clock_timestamp() WHERE run_at > clock_timestamp() AND locked_at IS NULL';
/** Ages the locks by ten minutes, so that the next upkeep releases the jobs of a dead worker. */
const AGE = `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '10 minutes' WHERE locked_at IS NOT NULL`;

type Options = {
  asOwner: <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>;
  /** The rounds of half a second for which a living worker may hold a job. */
  holdRounds?: number;
};

/** Makes the queue retry at once, until no job waits. A message that has not arrived then is lost. */
export const deliver = async ({ asOwner, holdRounds = 6 }: Options): Promise<void> => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await asOwner(HURRY);
    if (round === holdRounds) {
      await asOwner(AGE);
      await asOwner(`SELECT graphile_worker.add_job('release_abandoned')`);
    }
    const [waiting] = await asOwner<{ count: number }>(WAITING);
    if (waiting?.count === 0) return;
    // Real time: the workers take their time for a job, and so does their limit for a provider that is silent.
    await sleep(ROUND_MS);
  }
};
