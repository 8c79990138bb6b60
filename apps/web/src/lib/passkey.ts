import { passkeyOptions, passkeyProofOptions } from '@laurel/contracts/calls/account';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ApiFailure, type PasskeyTrouble } from './failure.ts';
import { callApi } from './http.ts';

/** The browser's answer to a request for a passkey, for the server. */
export type Passkey = Readonly<Record<string, unknown>>;

const TROUBLES: Readonly<Record<string, PasskeyTrouble>> = {
  NotAllowedError: 'passkey.unused',
  AbortError: 'passkey.unused',
  InvalidStateError: 'passkey.known',
};

const troubleOf = (error: unknown): PasskeyTrouble => {
  const cause = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : error;
  return TROUBLES[cause instanceof Error ? cause.name : ''] ?? 'passkey.unsupported';
};

const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  'user' in options && 'rp' in options && 'pubKeyCredParams' in options;

const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON => 'challenge' in options;

/**
 * Asks the person to make a passkey, with the request key of a setup, or else to use one. Without a request key it is for
 * the session.
 * @throws ApiFailure
 */
export const askForPasskey = async (requestKey: string | undefined): Promise<Passkey> => {
  if (!browserSupportsWebAuthn()) throw new ApiFailure(['passkey.unsupported'], 0);
  const asked =
    requestKey === undefined ? callApi(passkeyProofOptions) : callApi(passkeyOptions, { body: { requestKey } });
  const { options } = (await asked).data;
  try {
    if (isCreation(options)) return { ...(await startRegistration({ optionsJSON: options })) };
    if (isRequest(options)) return { ...(await startAuthentication({ optionsJSON: options })) };
    throw new TypeError('no request for a passkey');
  } catch (error) {
    throw new ApiFailure([troubleOf(error)], 0);
  }
};
