import { z } from 'zod';

/** The header of a request's proof of work: base64 of its JSON. */
export const PROOF_HEADER = 'x-proof-of-work';

/** The kinds of work that are protected against floods. */
export const FLOOD_WORKS = ['register', 'login', 'mail', 'sms'] as const;
export type FloodWork = (typeof FLOOD_WORKS)[number];

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/**
 * `data.challenge` of the failure `proof.needed`, a challenge of ALTCHA's second protocol: find a counter whose PBKDF2 key
 * begins with `keyPrefix`. All `parameters` are signed, so unknown ones are rejected.
 */
export const challengeSchema = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex(16),
    salt: hex(16),
    /** PBKDF2 iterations for each counter. */
    cost: z.int().min(1),
    keyLength: z.literal(32),
    keyPrefix: z.string().regex(/^[0-9a-f]{1,8}$/),
    /** Unix time, seconds. */
    expiresAt: z.int().min(1),
    data: z.strictObject({ work: z.enum(FLOOD_WORKS), level: z.int().min(1) }),
  }),
  signature: hex(32),
});

export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: hex(32) }),
});
export type Proof = z.output<typeof proofSchema>;
