import type { Failure } from '@laurel/contracts/envelope';
import type { ErrorCode } from '@laurel/contracts/errors';

/**
 * Why the browser gave no passkey. `unused`: the person closed the request or has none here; browsers don't tell which.
 * `known`: the device has one for this account already. `unsupported`: the browser has no passkeys, or not here.
 */
export type PasskeyTrouble = 'passkey.unused' | 'passkey.known' | 'passkey.unsupported';

/** Why a call failed: an error code of the contract, no response, or no passkey to send. */
export type FailureCode = ErrorCode | 'connection.lost' | PasskeyTrouble;

/** A call that did not succeed. */
export class ApiFailure extends Error {
  readonly code: FailureCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Every code that applies: one response can have several (email and phone taken, both unverified). */
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

/** The failure for a missing response: the network or the server is down, or the call timed out. */
export const connectionLost = (): ApiFailure => new ApiFailure(['connection.lost'], 0);

/** Converts a thrown value to a failure; anything but an ApiFailure is our own bug and shows as a server error. */
export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure(['server.error'], 0);

/** Whether a refusal says that there is no session. */
export const endsSession = ({ code }: ApiFailure): boolean => code === 'auth.required' || code === 'auth.expired';

/** Whether a retry may help: after a missing response or a server error it may, after a refusal it does not. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
