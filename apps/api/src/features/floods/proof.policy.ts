import { PROOF_HEADER, type Proof, proofSchema } from '@laurel/contracts/proof';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyRequest } from 'fastify';

/** A proof is some 700 characters; one that is longer than this is none. */
const LONGEST = 2_048;
/** Two digits: one key in 256 begins with them, so that whoever asks derives 256 on average, and we one. */
const KEY_PREFIX = '00';

/** What a challenge is for, and until when. */
export type Terms = Proof['challenge']['parameters']['data'] & { cost: number; expiresAt: Date };

/** The header of a request's proof of work, where it has one. */
export const proofHeader = (request: FastifyRequest): string | undefined => {
  const value = request.headers[PROOF_HEADER];
  return typeof value === 'string' ? value : undefined;
};

/** Makes a challenge; it costs a signature, not the work (ALTCHA's second protocol, docs/decisions/080-…). */
export const poseChallenge = ({ work, level, cost, expiresAt }: Terms, secret: string): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    keyPrefix: KEY_PREFIX,
    data: { work, level },
    expiresAt,
    deriveKey,
    hmacSignatureSecret: secret,
  });

/** A header's proof; undefined where it is none. Nothing in it is believed yet. */
export const readProof = (header: string): Proof | undefined => {
  if (header.length > LONGEST) return undefined;
  try {
    return proofSchema.safeParse(JSON.parse(Buffer.from(header, 'base64').toString())).data;
  } catch {
    return undefined;
  }
};

/**
 * Whether the challenge is ours, to the last parameter, and the solution solves it.
 * @param secrets those challenges are signed with, the current one first
 */
export const judgeProof = async (
  { challenge, solution }: Proof,
  secrets: readonly string[],
): Promise<'solved' | 'forged' | 'wrong'> => {
  for (const hmacSignatureSecret of secrets) {
    const judged = await verifySolution({
      challenge,
      solution: { ...solution, time: 0 },
      deriveKey,
      hmacSignatureSecret,
    });
    if (judged.verified) return 'solved';
    if (judged.invalidSignature === false) return 'wrong';
  }
  return 'forged';
};
