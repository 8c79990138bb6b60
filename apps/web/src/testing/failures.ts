import { ERRORS, type ErrorCode } from '@laurel/contracts/errors';
import type { ApiFailure } from '../lib/failure.ts';
import { failureOf } from '../lib/failure-details.ts';

/** A refusal as the server sends it: with its string, and the strings of the codes beside it. */
export const refused = (
  code: ErrorCode,
  more: { data?: Record<string, unknown>; metadata?: Record<string, unknown>; and?: readonly ErrorCode[] } = {},
): ApiFailure => {
  const { and = [], ...details } = more;
  const { status, message } = ERRORS[code];
  const errors = [code, ...and].map((each) => ERRORS[each].message);
  return failureOf(status, { success: false, code, message, errors, ...details });
};
