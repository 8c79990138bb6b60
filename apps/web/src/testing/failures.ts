import { ERRORS, type ErrorCode } from '@laurel/contracts/errors';
import type { ApiFailure } from '../lib/failure.ts';
import { failureOf } from '../lib/failure-details.ts';
import type { FakeAnswer } from './fake-api.ts';

type More = { data?: Record<string, unknown>; metadata?: Record<string, unknown>; and?: readonly ErrorCode[] };

/** An error body as the server sends it, with the message of each code. */
const refusalBody = (code: ErrorCode, more: More = {}) => {
  const { and = [], ...details } = more;
  const codes = [code, ...and];
  const errors = codes.map((each) => ERRORS[each].message);
  return { success: false, code, codes, message: ERRORS[code].message, errors, ...details };
};

/** An error response as the server sends it. */
export const refusal = (code: ErrorCode, more: More = {}): FakeAnswer => ({
  status: ERRORS[code].status,
  body: refusalBody(code, more),
});

/** An error response as the page parses it. */
export const refused = (code: ErrorCode, more: More = {}): ApiFailure =>
  failureOf(ERRORS[code].status, refusalBody(code, more));
