import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

/**
 * Why the browser gave no passkey. `unsupported`: it has no passkeys. `unused`: the person closed the request or has
 * none here; browsers don't tell which. `known`: the device has one for this person already. `address`: the console is
 * open at another address than its own. `device`: any other error.
 */
export type PasskeyTrouble = 'unsupported' | 'unused' | 'known' | 'address' | 'device';

export class PasskeyFailure extends Error {
  readonly trouble: PasskeyTrouble;

  constructor(trouble: PasskeyTrouble) {
    super(trouble);
    this.name = 'PasskeyFailure';
    this.trouble = trouble;
  }
}

/** Whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

type Json = Readonly<Record<string, unknown>>;

const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON =>
  'challenge' in options && typeof options.challenge === 'string';

const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  'user' in options && 'rp' in options && 'pubKeyCredParams' in options;

const troubleOf = (error: unknown): PasskeyTrouble => {
  const cause = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'unused';
  if (name === 'InvalidStateError') return 'known';
  if (name === 'SecurityError') return 'address';
  return 'device';
};

const ask = async (run: () => Promise<object>): Promise<Record<string, unknown>> => {
  if (!hasPasskeys()) throw new PasskeyFailure('unsupported');
  try {
    return { ...(await run()) };
  } catch (error) {
    throw new PasskeyFailure(troubleOf(error));
  }
};

/**
 * Asks the person to use a passkey. Returns the browser's answer for the server.
 * @param optionsJSON the options from the server
 * @throws PasskeyFailure
 */
export const getPasskey = (optionsJSON: Json): Promise<Record<string, unknown>> =>
  ask(async () => {
    if (!isRequest(optionsJSON)) throw new TypeError('no request for a passkey');
    return startAuthentication({ optionsJSON });
  });

/**
 * Asks the person to make a passkey. Returns the browser's answer for the server.
 * @param optionsJSON the options from the server
 * @throws PasskeyFailure
 */
export const makePasskey = (optionsJSON: Json): Promise<Record<string, unknown>> =>
  ask(async () => {
    if (!isCreation(optionsJSON)) throw new TypeError('no request for a new passkey');
    return startRegistration({ optionsJSON });
  });
