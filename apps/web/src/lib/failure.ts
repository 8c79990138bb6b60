import { type Failure, failureSchema } from '@laurel/contracts/envelope';
import { ERROR_CODES, ERRORS, type ErrorCode } from '@laurel/contracts/errors';

/** Why a call failed: a code of the contract, or no answer at all. */
export type FailureCode = ErrorCode | 'connection.lost';

/** A call that did not succeed. */
export class ApiFailure extends Error {
  readonly code: FailureCode;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly details: Pick<Failure, 'errors' | 'data' | 'metadata'>;

  constructor(code: FailureCode, status: number, details: Pick<Failure, 'errors' | 'data' | 'metadata'>) {
    super(code);
    this.name = 'ApiFailure';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** No answer: the network is down, the server is, or it took too long. */
export const connectionLost = (): ApiFailure => new ApiFailure('connection.lost', 0, { errors: [] });

/** Reads a refusal; an answer that is none of the contract's counts as a fault of the server. */
export const failureOf = (status: number, body: unknown): ApiFailure => {
  const parsed = failureSchema.safeParse(body);
  if (!parsed.success) return new ApiFailure('server.error', status, { errors: [] });
  const { code, errors, data, metadata } = parsed.data;
  return new ApiFailure(code, status, {
    errors,
    ...(data === undefined ? {} : { data }),
    ...(metadata === undefined ? {} : { metadata }),
  });
};

/** What was thrown, as a failure: what no call threw is a fault of ours, told like a fault of the server. */
export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure('server.error', 0, { errors: [] });

/** Every code that a refusal names: one answer can carry several strings (email and phone taken, both unverified). */
export const codesOf = (failure: ApiFailure): readonly FailureCode[] => {
  const named = ERROR_CODES.filter((code) => failure.details.errors.includes(ERRORS[code].message));
  return named.length > 0 ? named : [failure.code];
};

/** The message per field of a refused body, in the wire's English. */
export const fieldErrorsOf = (failure: ApiFailure): ReadonlyMap<string, string> => {
  const fields: unknown = failure.details.metadata?.fields;
  if (typeof fields !== 'object' || fields === null) return new Map();
  return new Map(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};

/** Whether asking again may help: a refusal stays one, but no answer or a fault of the server may pass. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
