import type { Vote } from '@laurel/contracts/records';
import { AppError } from '../../app-error.ts';
import type { TokenSessionId } from '../../http/gate.ts';
import type { MemoryLimit } from '../../http/memory-limit.ts';
import { errorOf, type Outcome } from './ballot.policy.ts';
import type { Ballot } from './ballot.store.ts';

/** A nominee and the ids of its rows. */
export type NomineeRef = { id: number; categoryId: number; nomination: string; niche: string; company: string };

type Deps = {
  /** A nominee of the edition, or undefined. */
  nomineeOf(nomination: string, niche: string, company: string): NomineeRef | undefined;
  isOpen(now: Date): boolean;
  perAccount: MemoryLimit;
  cast(ballot: Ballot): Promise<Outcome>;
};

export type Votes = {
  /**
   * Casts a vote; resolves once it is committed. The limit, the phase and the nominee are checked here in memory, the
   * account and the session in the statement that writes the vote.
   * @returns the nominee, if the vote was accepted
   * @throws AppError with the reason why the vote was not stored
   */
  cast(voter: { sessionId: TokenSessionId; accountId: string }, vote: Vote, now: Date): Promise<NomineeRef>;
};

export const createVotes = ({ nomineeOf, isOpen, perAccount, cast }: Deps): Votes => ({
  cast: async ({ sessionId, accountId }, { nomination, niche, vote }, now) => {
    const retryAfterSeconds = perAccount.take(accountId, now.getTime());
    if (retryAfterSeconds > 0) throw new AppError('limit.exceeded', { retryAfterSeconds });
    if (!isOpen(now)) throw new AppError('vote.not_open');
    const nominee = nomineeOf(nomination, niche, vote);
    if (!nominee) throw new AppError('vote.unknown_nominee');
    const error = errorOf(await cast({ sessionId, nomineeId: nominee.id, categoryId: nominee.categoryId }));
    if (error) throw error;
    return nominee;
  },
});
