import type { Vote } from '@laurel/contracts/records';
import { AppError } from '../../app-error.ts';
import type { TokenSessionId } from '../../http/gate.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { errorOf } from './ballot.policy.ts';
import type { CastVote } from './ballot.service.ts';
import type { Ballot } from './ballot.store.ts';
import type { Nonces } from './nonces.service.ts';

/** A nominee with its id and its category's id. */
export type NomineeRef = { id: number; categoryId: number; nomination: string; niche: string; company: string };

type Deps = {
  /** A nominee of the edition, or undefined. */
  nomineeOf(nomination: string, niche: string, company: string): NomineeRef | undefined;
  isOpen(now: Date): boolean;
  perSession: MemoryLimit;
  perAccount: MemoryLimit;
  nonces: Nonces;
  cast(ballot: Ballot): Promise<CastVote>;
};

export type Votes = {
  /**
   * Casts a vote; resolves once it is committed. The limits, the phase and the nominee are checked here in memory, the
   * account and the session in the statement that writes the vote.
   * @param vote with the browser's nonce, if it sent one
   * @returns the nominee, and the promise of the vote's leaf if there is a public log
   * @throws AppError with the reason why the vote was not stored
   */
  cast(
    voter: { sessionId: TokenSessionId; accountId: string },
    vote: Vote & { nonce?: string | undefined },
    now: Date,
  ): Promise<{ nominee: NomineeRef; promise: string | undefined }>;
};

export const createVotes = ({ nomineeOf, isOpen, perSession, perAccount, nonces, cast }: Deps): Votes => ({
  cast: async ({ sessionId, accountId }, { nomination, niche, vote, nonce }, now) => {
    const at = now.getTime();
    charge(perSession, sessionId, at);
    if (!isOpen(now)) throw new AppError('vote.not_open');
    const nominee = nomineeOf(nomination, niche, vote);
    if (!nominee) throw new AppError('vote.unknown_nominee');
    charge(perAccount, accountId, at);
    let isProven = false;
    try {
      const ballot = { sessionId, nomineeId: nominee.id, categoryId: nominee.categoryId, nonces: nonces(nonce) };
      const { outcome, promise } = await cast(ballot);
      isProven = outcome !== 'session_invalid';
      const error = errorOf(outcome);
      if (error) throw error;
      return { nominee, promise };
    } finally {
      // Only a vote whose session was valid counts: a revoked token must not use up the limit of its owner.
      if (!isProven) perAccount.refund(accountId, at);
    }
  },
});
