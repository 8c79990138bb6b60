import { failureSchema } from '@laurel/contracts/envelope';
import { ApiFailure } from './failure.ts';

/** Parses an error response; a body that breaks the contract counts as a server error. */
export const failureOf = (status: number, body: unknown): ApiFailure => {
  const parsed = failureSchema.safeParse(body);
  if (!parsed.success) return new ApiFailure(['server.error'], status);
  const { code, codes, data, metadata } = parsed.data;
  return new ApiFailure([code, ...codes.slice(1)], status, {
    ...(data === undefined ? {} : { data }),
    ...(metadata === undefined ? {} : { metadata }),
  });
};

/** The server's English message for each invalid field of a request body. */
export const fieldErrorsOf = (failure: ApiFailure): ReadonlyMap<string, string> => {
  const fields: unknown = failure.details.metadata?.fields;
  if (typeof fields !== 'object' || fields === null) return new Map();
  return new Map(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};
