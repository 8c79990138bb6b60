import type { Vote } from '@laurel/contracts/records';
import { AppError } from '../../app-error.ts';
import type { TokenSessionId } from '../../http/gate.ts';
import type { MemoryLimit } from '../../http/memory-limit.ts';
import { refusalOf, type VoteOutcome } from './policy.ts';

/** A nominee as the ballot box knows it. */
export type NomineeRef = { id: number; categoryId: number; nomination: string; niche: string; company: string };

type Deps = {
  /** The edition's nominees; undefined for whoever it does not list. */
  nomineeOf(nomination: string, niche: string, company: string): NomineeRef | undefined;
  /** Whether voting is open, by the edition's phases. */
  isOpen(now: Date): boolean;
  perAccount: MemoryLimit;
  cast(ballot: { sessionId: TokenSessionId; nomineeId: number; categoryId: number }): Promise<VoteOutcome>;
};

export type Votes = {
  /**
   * Casts a vote; resolves once it is committed. Everything that memory can tell (limit, phase, nominee) is checked
   * here, the person and the session in the statement that writes the vote.
   * @throws AppError with the code of what was in the way
   */
  cast(voter: { sessionId: TokenSessionId; accountId: string }, vote: Vote, now: Date): Promise<void>;
};

/** The room's rules. */
export const createVotes = ({ nomineeOf, isOpen, perAccount, cast }: Deps): Votes => {
  return {
    cast: async ({ sessionId, accountId }, { nomination, niche, vote }, now) => {
      const retryAfterSeconds = perAccount.take(accountId, now.getTime());
      if (retryAfterSeconds > 0) throw new AppError('limit.exceeded', { retryAfterSeconds });
      if (!isOpen(now)) throw new AppError('vote.not_open');
      const nominee = nomineeOf(nomination, niche, vote);
      if (!nominee) throw new AppError('vote.unknown_nominee');
      const refusal = refusalOf(await cast({ sessionId, nomineeId: nominee.id, categoryId: nominee.categoryId }));
      if (refusal) throw refusal;
    },
  };
};
