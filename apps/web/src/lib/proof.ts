import { challengeSchema, PROOF_HEADER } from '@laurel/contracts/proof';
import { solveChallengeWorkers } from 'altcha-lib';
import type { ApiFailure } from './failure.ts';
import proofWorker from './proof.worker.ts?worker&url';
import { trusted } from './trusted-types.ts';

/** The hardest challenge takes a slow phone a tenth of this. */
const TIMEOUT_MS = 60_000;
/** More workers than a phone has fast cores slow each other and the page down. */
const MAX_WORKERS = 4;

/** The header that carries a proof. */
export type ProofHeader = { readonly name: string; readonly value: string };

const startWorker = (): Worker => new Worker(trusted.createScriptURL(proofWorker), { type: 'module' });

/**
 * Solves the challenge of a proof.needed error in workers.
 * @returns the header for the next attempt; undefined without a challenge, or after the timeout
 * @throws Error in a browser without workers or Web Cryptography (which needs TLS)
 */
export const proofFor = async (failure: ApiFailure): Promise<ProofHeader | undefined> => {
  const { data: challenge } = challengeSchema.safeParse(failure.details.data?.challenge);
  if (!challenge) return undefined;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: startWorker,
    timeout: TIMEOUT_MS,
  });
  return solution ? { name: PROOF_HEADER, value: btoa(JSON.stringify({ challenge, solution })) } : undefined;
};
