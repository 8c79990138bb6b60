import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/**
 * One call of the wire contract. Paths are relative to /api, parameters as `:name`. `failures` lists the codes this
 * call can answer with, beside those any call can (bad input, limits, an unavailable service).
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
};
