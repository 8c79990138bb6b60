import { z } from 'zod';
import type { ConsoleCall } from '../call.ts';

/** What is counted of visitors, in the order in which people do it. */
export const VISIT_STEPS = ['views', 'registered', 'logins', 'votes'] as const;
export type VisitStep = (typeof VISIT_STEPS)[number];

const count = z.number().int().nonnegative();

export const readVisits = {
  method: 'GET',
  path: '/visits',
  summary:
    'Views of the page, sign-ups, logins and votes by the campaign that led to them. Counts only: nobody is followed',
  audience: 'tonight.read',
  query: z.object({ days: z.coerce.number().int().min(1).max(400).default(30) }),
  reply: z.object({
    /** The campaign with the most views first; its name is empty for visitors without one. */
    campaigns: z.array(
      z.object({ campaign: z.string(), views: count, registered: count, logins: count, votes: count }),
    ),
  }),
} as const satisfies ConsoleCall;
