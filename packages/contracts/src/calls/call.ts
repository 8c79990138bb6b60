import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { FIELD_MESSAGES } from '../messages.ts';

/**
 * One call of the wire contract. Paths are relative to /api, parameters as `:name`. `failures` lists the codes this
 * call can answer with, beside those any call can (bad input, limits, an unavailable service); `statuses` those whose
 * HTTP status differs here from the usual one.
 */
export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly auth: boolean;
  readonly body?: z.ZodType;
  readonly params?: z.ZodType;
  readonly reply: { readonly status: 200 | 201; readonly schema: z.ZodType };
  readonly failures: readonly ErrorCode[];
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
};

/** The HTTP status with which a call answers a failure. */
export const statusOf = (call: Call, code: ErrorCode): number => call.statuses?.[code] ?? ERRORS[code].status;

/** A request id, request key or event id for examples. */
export const EXAMPLE_HANDLE = 'q0Vb3v1xJ8mBq7nZ2bWc4A';

/** A request's JSON object: fields it does not name are dropped; the example stands in the OpenAPI document. */
export const payload = <Shape extends z.ZodRawShape>(shape: Shape, example: z.input<z.ZodObject<Shape>>) =>
  z.object(shape, { error: FIELD_MESSAGES.bodyInvalid }).meta({ examples: [example] });
