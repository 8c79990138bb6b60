import { challengeSchema, PROOF_HEADER } from '@laurel/contracts/proof';
import { solveChallengeWorkers } from 'altcha-lib';
import type { ApiFailure } from './failure.ts';
import proofWorker from './proof.worker.ts?worker&url';
import { trusted } from './trusted-types.ts';

/** Longer than this nobody waits, milliseconds; the hardest challenge takes a slow phone a tenth of it. */
const TIMEOUT_MS = 60_000;
/** More workers than a phone has fast cores would only slow each other, and the page, down. */
const MOST_WORKERS = 4;

/** The header that carries a proof. */
export type ProofHeader = { readonly name: string; readonly value: string };

const startWorker = (): Worker => new Worker(trusted.createScriptURL(proofWorker), { type: 'module' });

/**
 * Does the work that a refusal (proof.needed) asks for, beside the page; the header for the next try.
 * @returns undefined where there is no challenge, or no time
 * @throws Error in a browser without workers, or without cryptography (which is offered over TLS only)
 */
export const proofFor = async (failure: ApiFailure): Promise<ProofHeader | undefined> => {
  const { data: challenge } = challengeSchema.safeParse(failure.details.data?.challenge);
  if (!challenge) return undefined;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: startWorker,
    timeout: TIMEOUT_MS,
  });
  return solution ? { name: PROOF_HEADER, value: btoa(JSON.stringify({ challenge, solution })) } : undefined;
};
