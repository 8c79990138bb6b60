import type { Proof } from '@laurel/contracts/proof';
import type { Db } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { createPool, createPools } from '../../concurrency/pool.ts';
import { createMemoryLimit } from '../../http/memory-limit.ts';
import { networksOf, type ProofRejection, WIDER_TIMES } from './policy.ts';
import { verifyProof } from './proof.policy.ts';
import { spendProof } from './store.ts';

/** The limit of verifications in this process: each takes a thread, and passwords need these threads, too. */
const VERIFICATIONS = { atOnce: 2, maxWaiting: 200 };
/**
 * Of one network, one proof is verified at a time, and of an IPv6 /48 two, so that a network that sends many proofs
 * hardly delays those of others.
 */
const OF_NETWORK = { atOnce: 1, maxWaiting: 100 };
const OF_WIDER_NETWORK = { atOnce: 2, maxWaiting: 200 };
/**
 * The most wrong or used proofs of a network in a minute. A proof counts until it is found to be right. Fewer proofs
 * than this can wait, so right proofs alone never reach the limit.
 */
const FUTILE = { limit: 200, windowMs: 60_000 };

/** Verifies a proof and marks it as used. @throws AppError server.unavailable, limit.exceeded */
export type ProofCheck = (proof: Proof, network: string, now: Date) => Promise<ProofRejection | undefined>;

export const createProofCheck = (db: Db, secrets: readonly string[]): ProofCheck => {
  const inTotal = createPool(VERIFICATIONS);
  const inNetwork = createPools(OF_NETWORK);
  const inWiderNetwork = createPools(OF_WIDER_NETWORK);
  const futile = createMemoryLimit(FUTILE.limit, FUTILE.windowMs);
  const futileInWider = createMemoryLimit(FUTILE.limit * WIDER_TIMES, FUTILE.windowMs);

  const verify = async (proof: Proof): Promise<ProofRejection | undefined> => {
    const result = await inTotal(() => verifyProof(proof, secrets));
    if (result !== 'solved') return result;
    const { nonce, expiresAt } = proof.challenge.parameters;
    return (await spendProof(db, nonce, new Date(expiresAt * 1_000))) ? undefined : 'used';
  };

  return async (proof, network, now) => {
    const [, wider] = networksOf(network);
    const at = now.getTime();
    // Counted before the outcome is known, so that proofs at the same time are counted, too.
    const retryAfterSeconds = Math.max(futile.take(network, at), wider ? futileInWider.take(wider, at) : 0);
    const forgive = (): void => {
      futile.refund(network, at);
      if (wider) futileInWider.refund(wider, at);
    };
    if (retryAfterSeconds > 0) {
      forgive();
      throw new AppError('limit.exceeded', { retryAfterSeconds });
    }
    let isFutile = false;
    try {
      const work = () => verify(proof);
      const rejection = await inNetwork(network, () => (wider ? inWiderNetwork(wider, work) : work()));
      isFutile = rejection !== undefined;
      return rejection;
    } finally {
      if (!isFutile) forgive();
    }
  };
};
