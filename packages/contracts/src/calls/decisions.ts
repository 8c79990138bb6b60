import { z } from 'zod';
import { success } from '../envelope.ts';
import { LANGUAGES } from '../languages.ts';
import type { Call } from './call.ts';

export const DECISION_STATES = ['applied', 'undone'] as const;

/** Decisions to leave votes out of the count that are published together. */
const decisionGroup = z.object({
  decisions: z.array(
    z.object({
      number: z.number().int(),
      state: z.enum(DECISION_STATES),
      appliedAt: z.iso.datetime(),
      undoneAt: z.iso.datetime().nullable(),
      reason: z.record(z.enum(LANGUAGES), z.string()),
    }),
  ),
  /** The votes of these decisions by category; null for fewer votes than are published at once while people vote. */
  categories: z.array(z.object({ nomination: z.string(), niche: z.string(), votes: z.number().int().nullable() })),
});
export type DecisionGroup = z.output<typeof decisionGroup>;

const EXAMPLE = {
  success: true as const,
  data: {
    atLeast: 10,
    groups: [
      {
        decisions: [
          {
            number: 7,
            state: 'applied' as const,
            appliedAt: '2026-11-24T21:14:00.000Z',
            undoneAt: null,
            reason: {
              en: 'One person cast these votes with accounts registered for that purpose.',
              uk: 'Ці голоси віддала одна людина з акаунтів, створених для цього.',
            },
          },
        ],
        categories: [{ nomination: 'best-partner', niche: 'gambling', votes: 214 }],
      },
    ],
  },
};

export const decisions = {
  method: 'GET',
  path: '/decisions',
  summary: 'Decisions to leave votes out of the count, the newest first: reasons and counts, never people',
  auth: false,
  reply: success(
    z.object({
      /** Decisions are published in groups of at least this many votes, so that no single vote shows. */
      atLeast: z.number().int(),
      groups: z.array(decisionGroup),
    }),
  ).meta({ examples: [EXAMPLE] }),
  failures: [],
} as const satisfies Call;
