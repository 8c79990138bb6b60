import { failureSchema } from '@laurel/contracts/envelope';
import { ApiFailure } from './failure.ts';

/** Reads a refusal; an answer that is none of the contract's counts as a fault of the server. */
export const failureOf = (status: number, body: unknown): ApiFailure => {
  const parsed = failureSchema.safeParse(body);
  if (!parsed.success) return new ApiFailure(['server.error'], status);
  const { code, codes, data, metadata } = parsed.data;
  return new ApiFailure([code, ...codes.slice(1)], status, {
    ...(data === undefined ? {} : { data }),
    ...(metadata === undefined ? {} : { metadata }),
  });
};

/** The message per field of a refused body, in the wire's English. */
export const fieldErrorsOf = (failure: ApiFailure): ReadonlyMap<string, string> => {
  const fields: unknown = failure.details.metadata?.fields;
  if (typeof fields !== 'object' || fields === null) return new Map();
  return new Map(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};
