import { z } from 'zod';
import { ERROR_CODES, ERRORS } from './errors.ts';

/** A failed response. `code` is the first of `codes`; `errors` has the English text of each. Compare codes, not texts. */
export const failureSchema = z
  .object({
    success: z.literal(false),
    code: z.enum(ERROR_CODES),
    codes: z.array(z.enum(ERROR_CODES)).min(1),
    message: z.string(),
    errors: z.array(z.string()).min(1),
    data: z.record(z.string(), z.unknown()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({
    examples: [
      {
        success: false,
        code: 'vote.exists',
        codes: ['vote.exists'],
        message: ERRORS['vote.exists'].message,
        errors: [ERRORS['vote.exists'].message],
      },
    ],
  });
export type Failure = z.output<typeof failureSchema>;

/** A successful response with `data`. */
export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data });

/** A successful response without `data`. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() });
