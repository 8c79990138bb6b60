import { failureSchema } from '@laurel/contracts/envelope';
import { type FieldMessageKey, isFieldMessageKey } from '@laurel/contracts/messages';
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

/** The key of the message for each invalid field of a request body, without keys that this page does not know. */
export const fieldCodesOf = (failure: ApiFailure): ReadonlyMap<string, FieldMessageKey> => {
  const codes: unknown = failure.details.metadata?.fieldCodes;
  if (typeof codes !== 'object' || codes === null) return new Map();
  return new Map(
    Object.entries(codes).filter(
      (entry): entry is [string, FieldMessageKey] => typeof entry[1] === 'string' && isFieldMessageKey(entry[1]),
    ),
  );
};
