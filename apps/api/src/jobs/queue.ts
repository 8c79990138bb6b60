import { type Db, type Sql, sql, type Tx } from '@laurel/database/client';
import type { NewMessage } from './history.ts';
import type { Channel, Payload } from './payload.ts';

/** The names of the jobs in the queue. */
export const TASKS = {
  email: 'send_mail',
  sms: 'send_sms',
  prune: 'prune',
  releaseAbandoned: 'release_abandoned',
  expireVerifications: 'expire_verifications',
  recordActivity: 'record_activity',
  retain: 'retain',
  callHooks: 'call_hooks',
  tellWinners: 'tell_winners',
  remind: 'remind',
  lookUpNumber: 'look_up_number',
  /** Queued by apply_exclusion() and answer_objection() of the database. */
  notifyExclusion: 'notify_exclusion',
  notifyObjection: 'notify_objection',
} as const;

/** The priority of jobs that wait for all others; apply_exclusion() uses it, too. */
const LATER = 10;

/** The job that tells the next group of people about an exclusion of their votes: those with ids after `after`. */
export type NoticeJob = { exclusion: number; undone: boolean; after?: string | undefined };

/** Adds the job for the next people, in the transaction that told those before them. */
export const addNoticeJob = async (tx: Db | Tx, job: NoticeJob): Promise<void> => {
  const key = `exclusion ${job.exclusion}${job.undone ? ' undone' : ''}`;
  await tx.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(
      identifier => ${TASKS.notifyExclusion}, payload => ${JSON.stringify(job)}::json, job_key => ${key}, job_key_mode => 'replace',
      priority => ${LATER}::int2)`;
};

/** Adds the job for the next unused accounts. */
export const addRetentionJob = async (db: Db | Tx): Promise<void> => {
  await db.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(
      identifier => ${TASKS.retain}, job_key => ${TASKS.retain}, job_key_mode => 'replace', priority => ${LATER}::int2)`;
};

/**
 * Adds the job that sends a message again. It replaces a job with the same id, even one that is running, in one statement
 * (graphile-worker's job_key). Adds none if the message has left the history: its person was erased while it was being sent.
 * The row is locked, so that an erasure waits and deletes the new job, too.
 * @param waitMs delay by the database's clock, which the queue runs by; 0 by default
 */
export const addMessageJob = async (
  tx: Db | Tx,
  job: { id: string; channel: Channel; payload: Payload; waitMs?: number },
): Promise<void> => {
  await tx.$executeRaw`
    SELECT queue_message(${TASKS[job.channel]}, ${job.id}, ${JSON.stringify(job.payload)}::json, ${job.waitMs ?? 0}::float8)
      FROM (SELECT FROM messages WHERE id = ${job.id}::uuid FOR KEY SHARE) AS kept`;
};

/** The call that adds the job that sends a new message, and its row in the history of messages. */
export const newMessage = (
  job: { id: string; channel: Channel; payload: Payload; waitMs?: number },
  { accountId, purpose, callingCode, provider, createdAt }: NewMessage,
): Sql =>
  sql`queue_new_message(${TASKS[job.channel]}, ${job.id}::uuid, ${JSON.stringify(job.payload)}::json, ${job.waitMs ?? 0}::float8,
                        ${accountId}::uuid, ${purpose}, ${callingCode ?? null}, ${provider}, ${createdAt})`;

/**
 * Adds the job that asks what kind of number an account has proven. They run one after another, so that a provider that hangs
 * delays no message.
 */
export const addLookupJob = async (tx: Db | Tx, accountId: string): Promise<void> => {
  await tx.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(
      identifier => ${TASKS.lookUpNumber}, payload => ${JSON.stringify({ account: accountId })}::json, queue_name => ${TASKS.lookUpNumber},
      max_attempts => 3, job_key => ${`number ${accountId}`}, job_key_mode => 'replace', priority => ${LATER}::int2)`;
};
