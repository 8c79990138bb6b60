import { failureSchema } from '@laurel/contracts/envelope';
import { ERROR_CODES, ERRORS } from '@laurel/contracts/errors';
import { ApiFailure, type FailureCode } from './failure.ts';

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
