import type { Failure } from '@laurel/contracts/envelope';
import type { ErrorCode } from '@laurel/contracts/errors';

/** Why a call failed: a code of the contract, or no answer at all. */
export type FailureCode = ErrorCode | 'connection.lost';

/** A call that did not succeed. */
export class ApiFailure extends Error {
  readonly code: FailureCode;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Every code that applies: one answer can have several (email and phone taken, both unverified). */
  readonly codes: readonly FailureCode[];
  readonly details: Pick<Failure, 'data' | 'metadata'>;

  constructor(
    codes: readonly [FailureCode, ...FailureCode[]],
    status: number,
    details: Pick<Failure, 'data' | 'metadata'> = {},
  ) {
    super(codes[0]);
    this.name = 'ApiFailure';
    this.code = codes[0];
    this.codes = codes;
    this.status = status;
    this.details = details;
  }
}

/** No answer: the network is down, the server is, or it took too long. */
export const connectionLost = (): ApiFailure => new ApiFailure(['connection.lost'], 0);

/** What was thrown, as a failure: what no call threw is a fault of ours, told like a fault of the server. */
export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure(['server.error'], 0);

/** Whether asking again may help: a refusal stays one, but no answer or a fault of the server may pass. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
