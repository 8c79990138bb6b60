import { challengeSchema, PROOF_HEADER, type Proof } from '@laurel/contracts/proof';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

const refusal = z.object({ code: z.literal('proof.needed'), data: z.object({ challenge: challengeSchema }) });

/** The challenge in an error response. */
export const challengeIn = (body: unknown): Proof['challenge'] => refusal.parse(body).data.challenge;

/** Solves a challenge like a browser. `from` is the first counter to try, to get another solution. */
export const solve = async (challenge: Proof['challenge'], { from = 0 } = {}): Promise<Proof> => {
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: from });
  if (!solution) throw new Error('there is no solution');
  return { challenge, solution };
};

/** The header with a proof, which may be invalid. */
export const proofHeaders = (proof: unknown): Record<string, string> => ({
  [PROOF_HEADER]: Buffer.from(JSON.stringify(proof)).toString('base64'),
});
