import { type ConsoleFailure, consoleFailureSchema } from '@laurel/contracts/console/call';
import type { AnyErrorCode } from '@laurel/contracts/console/errors';
import { z } from 'zod';

/** Why a call failed: a code of the contract, or no response. */
export type FailureCode = AnyErrorCode | 'connection.lost';

type Details = Pick<ConsoleFailure, 'data' | 'metadata'> & {
  /** The number of seconds after which a refused call may be repeated. */
  readonly retryAfterSeconds?: number;
};

/** A call that did not succeed. */
export class CallFailure extends Error {
  readonly code: FailureCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly details: Details;

  constructor(code: FailureCode, status: number, details: Details = {}) {
    super(code);
    this.name = 'CallFailure';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The failure for a missing response: the network or the server is down, or the call took too long. */
export const connectionLost = (): CallFailure => new CallFailure('connection.lost', 0);

/**
 * Converts a thrown value to a failure. Anything but a CallFailure is a bug of the console and counts as a server
 * error.
 */
export const asFailure = (error: unknown): CallFailure =>
  error instanceof CallFailure ? error : new CallFailure('server.error', 0);

/** Whether a thrown value is a failure with this code. */
export const isFailure = (error: unknown, code: FailureCode): boolean =>
  error instanceof CallFailure && error.code === code;

/** Whether a retry may help: it does not help after a response with a status below 500. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof CallFailure) || error.status === 0 || error.status >= 500;

/**
 * Parses an error response; a body that breaks the contract counts as a server error.
 * @param retryAfter the header Retry-After, in seconds
 */
export const failureOf = (status: number, body: unknown, retryAfter: string | null = null): CallFailure => {
  const parsed = consoleFailureSchema.safeParse(body);
  if (!parsed.success) return new CallFailure('server.error', status);
  const { code, data, metadata } = parsed.data;
  const retryAfterSeconds = Number(retryAfter ?? Number.NaN);
  return new CallFailure(code, status, {
    ...(data === undefined ? {} : { data }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {}),
  });
};

const fieldsSchema = z.record(z.string(), z.string());

/** The English message of each invalid field of a request, as the contract's schema gives it. */
export const fieldsOf = (failure: CallFailure): Readonly<Record<string, string>> =>
  fieldsSchema.safeParse(failure.details.metadata?.fields).data ?? {};
