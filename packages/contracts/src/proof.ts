import { z } from 'zod';

/** Where a request carries its proof of work: the proof as JSON, in base64. */
export const PROOF_HEADER = 'x-proof-of-work';

/** The kinds of work that a flood can be of. */
export const FLOOD_WORKS = ['register', 'login', 'mail', 'sms'] as const;
export type FloodWork = (typeof FLOOD_WORKS)[number];

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/**
 * `data.challenge` of a refusal with the code `proof.needed`, a challenge of ALTCHA's second protocol: a counter is
 * wanted whose PBKDF2 key begins with `keyPrefix`. Everything in `parameters` is signed, so nothing else may stand there.
 */
export const challengeSchema = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex(16),
    salt: hex(16),
    /** Iterations for each counter that is tried. */
    cost: z.int().min(1),
    keyLength: z.literal(32),
    keyPrefix: z.string().regex(/^[0-9a-f]{1,8}$/),
    /** Seconds since 1970. */
    expiresAt: z.int().min(1),
    data: z.strictObject({ work: z.enum(FLOOD_WORKS), level: z.int().min(1) }),
  }),
  signature: hex(32),
});

/** What PROOF_HEADER carries. */
export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: hex(32) }),
});
export type Proof = z.output<typeof proofSchema>;
