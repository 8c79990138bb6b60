import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from './errors.ts';

const errorCodeSchema = z.custom<ErrorCode>(
  (code) => typeof code === 'string' && ERROR_CODES.some((known) => known === code),
);

/** A failed answer (design §3): `errors` are the server strings, `code` is typed. */
export const failureSchema = z.object({
  success: z.literal(false),
  code: errorCodeSchema.meta({ type: 'string', enum: [...ERROR_CODES] }),
  message: z.string(),
  errors: z.array(z.string()),
  data: z.record(z.string(), z.unknown()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** A successful answer that carries `data`. */
export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data });

/** A successful answer that carries nothing more. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() });
