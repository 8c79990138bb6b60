import { z } from 'zod';
import { PHONE_CHANNELS } from '../../verification.ts';
import type { ConsoleCall } from '../call.ts';

const count = z.int().nonnegative();

export const readSpending = {
  method: 'GET',
  path: '/messages/spending',
  summary: 'What codes to phones cost in this edition, by channel and country, and what the rest of the vote may cost',
  audience: 'messages.read',
  /** Amounts are in millionths of the currency; null if they are not known. */
  reply: z.object({
    currency: z.string(),
    spent: count,
    budget: count.nullable(),
    forecast: z.object({ low: count, high: count }).nullable(),
    /** `proven` is null for fewer than five numbers. */
    totals: z.array(
      z.object({
        ...{ channel: z.enum(PHONE_CHANNELS), country: z.string(), sent: count },
        ...{ cost: count.nullable(), proven: count.nullable() },
      }),
    ),
  }),
} as const satisfies ConsoleCall;
export type Spending = z.output<typeof readSpending.reply>;
