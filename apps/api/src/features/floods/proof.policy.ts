import { parseJson } from '@laurel/contracts/json';
import { PROOF_HEADER, type Proof, proofSchema } from '@laurel/contracts/proof';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyRequest } from 'fastify';

/** The longest accepted header, in characters. A proof has about 700. */
const MAX_LENGTH = 2_048;
/**
 * The digits with which the derived key must begin. One key in 256 does: the client derives 256 keys on average, the
 * server one.
 */
const KEY_PREFIX = '00';

export type Terms = Proof['challenge']['parameters']['data'] & { cost: number; expiresAt: Date };

/** The proof-of-work header of a request. */
export const proofHeader = (request: FastifyRequest): string | undefined => {
  const value = request.headers[PROOF_HEADER];
  return typeof value === 'string' ? value : undefined;
};

/** Creates a challenge, which costs one signature (ALTCHA's second protocol, docs/decisions/080). */
export const createProofChallenge = ({ work, level, cost, expiresAt }: Terms, secret: string): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    keyPrefix: KEY_PREFIX,
    data: { work, level },
    expiresAt,
    deriveKey,
    hmacSignatureSecret: secret,
  });

/** Parses a header; undefined if it contains no proof. The proof is not verified yet. */
export const readProof = (header: string): Proof | undefined => {
  if (header.length > MAX_LENGTH) return undefined;
  return proofSchema.safeParse(parseJson(Buffer.from(header, 'base64').toString())).data;
};

/**
 * Verifies the signature over all parameters of the challenge, then the solution.
 * @param secrets the secrets of signatures, the current one first
 */
export const verifyProof = async (
  { challenge, solution }: Proof,
  secrets: readonly string[],
): Promise<'solved' | 'forged' | 'wrong'> => {
  for (const hmacSignatureSecret of secrets) {
    const answer = { challenge, solution: { ...solution, time: 0 } };
    const result = await verifySolution({ ...answer, deriveKey, hmacSignatureSecret });
    if (result.verified) return 'solved';
    if (result.invalidSignature === false) return 'wrong';
  }
  return 'forged';
};
