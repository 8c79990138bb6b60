import type { Transact, Tx } from '@laurel/database/client';
import { z } from 'zod';
import type { ObjectionTokens } from '../../crypto/objection-tokens.ts';
import type { Outbox } from '../../jobs/port.ts';
import { FIRST } from './held.store.ts';
import {
  claimAnswer,
  claimNotices,
  claimUndoneNotices,
  type Group,
  type Recipient,
  reasonOf,
} from './notices.store.ts';

/** How many people one transaction tells. An undo waits for the transaction, so it must be short. */
const GROUP = 100;

const exclusionJob = z.object({ exclusion: z.int(), undone: z.boolean(), after: z.guid().optional() });
const objectionJob = z.object({ objection: z.int() });

type Deps = {
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  tokens: Pick<ObjectionTokens, 'issue'>;
  now(): Date;
  /** The address of the voters' site, without a trailing slash. */
  publicUrl: string;
  /** Queues the job for the people whose ids are above `after`. */
  queueNext(tx: Tx, job: z.output<typeof exclusionJob>): Promise<void>;
};

/** Tells people by mail. Each method runs a job of the queue, which may run again after a crash. */
export type Notices = {
  /** Tells a group of people that an exclusion of their votes was applied or undone, and queues the next group. */
  ofExclusion(payload: unknown): Promise<void>;
  /** Mails the answer to an objection. */
  ofAnswer(payload: unknown): Promise<void>;
};

export const createNotices = ({ transact, outbox, tokens, now, publicUrl, queueNext }: Deps): Notices => {
  const decisionsUrl = `${publicUrl}/decisions`;

  const tellApplied = async (tx: Tx, exclusion: number, after: string): Promise<Group<Recipient>> => {
    const group = await claimNotices(tx, { exclusion, after, limit: GROUP, now: now() });
    const reason = await reasonOf(tx, exclusion);
    for (const { accountId, name, email, language } of group.people) {
      const token = tokens.issue({ exclusion, accountId }, now());
      const message = {
        kind: 'exclusion_applied' as const,
        name,
        decision: exclusion,
        reason: reason[language],
        objectUrl: `${decisionsUrl}/objection?token=${token}&lang=${language}`,
        decisionsUrl,
      };
      await outbox.mail(tx, { to: email, language, accountId, message, later: true });
    }
    return group;
  };

  const tellUndone = async (tx: Tx, exclusion: number, after: string): Promise<Group<Recipient>> => {
    const group = await claimUndoneNotices(tx, { exclusion, after, limit: GROUP, now: now() });
    for (const { accountId, name, email, language, stillHeld } of group.people) {
      const message = { kind: 'exclusion_undone' as const, name, decision: exclusion, stillHeld, decisionsUrl };
      await outbox.mail(tx, { to: email, language, accountId, message, later: true });
    }
    return group;
  };

  return {
    ofExclusion: async (payload) => {
      const { exclusion, undone, after = FIRST } = exclusionJob.parse(payload);
      await transact(async (tx) => {
        const { last } = await (undone ? tellUndone : tellApplied)(tx, exclusion, after);
        if (last !== undefined) await queueNext(tx, { exclusion, undone, after: last });
      });
    },
    ofAnswer: async (payload) => {
      const { objection } = objectionJob.parse(payload);
      await transact(async (tx) => {
        const answered = await claimAnswer(tx, objection, now());
        if (!answered) return;
        const { accountId, name, email, language, exclusion, answer } = answered;
        const message = { kind: 'objection_answered' as const, name, decision: exclusion, answer, decisionsUrl };
        await outbox.mail(tx, { to: email, language, accountId, message });
      });
    },
  };
};
