import type { Failure } from '@laurel/contracts/envelope';
import type { ErrorCode } from '@laurel/contracts/errors';

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

/** What was thrown, as a failure: what no call threw is a fault of ours, told like a fault of the server. */
export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure('server.error', 0, { errors: [] });

/** Whether asking again may help: a refusal stays one, but no answer or a fault of the server may pass. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
