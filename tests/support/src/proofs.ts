import { challengeSchema, PROOF_HEADER, type Proof } from '@laurel/contracts/proof';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

const refusal = z.object({ code: z.literal('proof.needed'), data: z.object({ challenge: challengeSchema }) });

/** The challenge of a refusal's body. */
export const challengeIn = (body: unknown): Proof['challenge'] => refusal.parse(body).data.challenge;

/** Does the work, as a browser would; from a counter on, where another solution is wanted than the first. */
export const solve = async (challenge: Proof['challenge'], { from = 0 } = {}): Promise<Proof> => {
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: from });
  if (!solution) throw new Error('there is no solution');
  return { challenge, solution };
};

/** The header that carries a proof, whatever it is. */
export const proofHeaders = (proof: unknown): Record<string, string> => ({
  [PROOF_HEADER]: Buffer.from(JSON.stringify(proof)).toString('base64'),
});
