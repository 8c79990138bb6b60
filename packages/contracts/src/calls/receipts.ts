import { z } from 'zod';
import { tagField } from '../fields.ts';
import { yearQuery } from '../year-query.ts';
import type { Call } from './call.ts';

/** The evidence for a voter that a vote is in the public log (docs/public-log.md, "Receipts"). */
const receiptSchema = z
  .object({
    nomination: tagField,
    niche: tagField,
    vote: tagField,
    /** The nonces that open the leaf, in base64url without padding. Only the voter gets them. */
    serverNonce: z.string(),
    browserNonce: z.string(),
    /** The leaf in base64. */
    leaf: z.string(),
    /** The index in the log, and a tlog-proof of it; null until the vote is in the log. */
    index: z.int().min(0).nullable(),
    proof: z.string().nullable(),
  })
  .meta({
    examples: [
      {
        nomination: 'best-partner',
        niche: 'crypto',
        vote: 'orbit-crew',
        serverNonce: 'q0Vb3v1xJ8mBq7nZ2bWc4A',
        browserNonce: 'AAAAAAAAAAAAAAAAAAAAAA',
        leaf: 'bGF1cmVsL3ZvdGUvdjEKMjAyNgpiZXN0LXBhcnRuZXIvY3J5cHRvCndKMHJROUZ6cTNvVDBReDZ2MXVHMHlKbVoyZDFiMG43bTZtQzNjOFExZEU9Cg==',
        index: null,
        proof: null,
      },
    ],
  });
export type Receipt = z.output<typeof receiptSchema>;

export const receipts = {
  method: 'GET',
  path: '/vote/receipts',
  summary:
    'The receipts of the signed-in user: each vote, what opens its leaf in the public log, and the proof that it is there',
  auth: true,
  query: yearQuery,
  reply: z.array(receiptSchema),
  failures: ['auth.required', 'auth.expired', 'request.not_found'],
} as const satisfies Call;
