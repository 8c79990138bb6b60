import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { messageKey } from '../messages.ts';

/**
 * One call of the API. Paths are relative to /api, with parameters as `:name`. `failures` lists the codes of this call in
 * addition to the general ones (invalid input, limits, an unavailable service); `statuses` overrides their HTTP statuses.
 */
export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly auth: boolean;
  readonly body?: z.ZodType;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The body of a success. */
  readonly reply: z.ZodType;
  /** A success has the status 201 instead of 200. */
  readonly created?: true;
  readonly failures: readonly ErrorCode[];
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
};

/** The HTTP status of a success. */
export const successOf = ({ created }: Pick<Call, 'reply' | 'created'>): 200 | 201 => (created ? 201 : 200);

/** The HTTP status of a failure of this call. */
export const statusOf = (call: Call, code: ErrorCode): number => call.statuses?.[code] ?? ERRORS[code].status;

/** A request id, request key or event id for examples. */
export const EXAMPLE_HANDLE = 'q0Vb3v1xJ8mBq7nZ2bWc4A';

/** The schema of a JSON body. Unknown fields are dropped; the example is part of the OpenAPI document. */
export const payload = <Shape extends z.ZodRawShape>(shape: Shape, example: z.input<z.ZodObject<Shape>>) =>
  z.object(shape, { error: messageKey('bodyInvalid') }).meta({ examples: [example] });
