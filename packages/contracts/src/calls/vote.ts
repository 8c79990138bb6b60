import { z } from 'zod';
import { success } from '../envelope.ts';
import { nonceField } from '../fields.ts';
import { statisticsItemSchema, turnoutSchema, voteSchema } from '../records.ts';
import { yearQuery } from '../year-query.ts';
import { type Call, EXAMPLE_HANDLE, payload } from './call.ts';

export const statistics = {
  method: 'GET',
  path: '/vote/statistics',
  summary: 'The published percentages of every category',
  auth: false,
  query: yearQuery,
  reply: z.array(statisticsItemSchema),
  failures: ['request.not_found'],
} as const satisfies Call;

export const turnout = {
  method: 'GET',
  path: '/vote/turnout',
  summary: 'The published votes in all categories and the people who voted; null while results are hidden',
  auth: false,
  reply: turnoutSchema.nullable().meta({ examples: [{ votes: 48_120, voters: 3_907 }] }),
  failures: [],
} as const satisfies Call;

export const castVote = {
  method: 'POST',
  path: '/vote',
  summary: 'Vote for a company in a category, once',
  auth: true,
  body: payload(
    { ...voteSchema.shape, nonce: nonceField.optional() },
    { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew', nonce: EXAMPLE_HANDLE },
  ),
  created: true,
  // Without a public log there is no promise.
  reply: success(voteSchema)
    .extend({ metadata: z.object({ promise: z.string() }).optional() })
    .meta({
      examples: [{ success: true, data: { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' } }],
    }),
  failures: [
    'vote.exists',
    'vote.unknown_nominee',
    'vote.not_open',
    'vote.in_doubt',
    'phone.unverified',
    'social.unverified',
    'auth.required',
    'auth.expired',
  ],
} as const satisfies Call;

export const myVotes = {
  method: 'GET',
  path: '/vote/my-votes',
  summary: 'The votes of the signed-in user',
  auth: true,
  query: yearQuery,
  reply: z.array(voteSchema),
  failures: ['auth.required', 'auth.expired', 'request.not_found'],
} as const satisfies Call;
