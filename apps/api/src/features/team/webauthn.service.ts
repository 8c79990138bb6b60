import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import {
  CHALLENGE_MS,
  type Challenge,
  issueChallenge,
  type Purpose,
  readChallenge,
  type Sign,
} from './challenge.policy.ts';
import type { NewPasskey, PasskeyUse } from './store.ts';

type Deps = {
  /** The origin of the console. Passkeys belong to its host name. */
  origin: string;
  awardName(): string;
  sign: Sign;
};

/** The library is loaded on its first use, because the libraries for certificates that it needs take memory. */
const loadLibrary = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 8812, RFC 9053), which authenticators use. */
const ALGORITHMS = [-8, -7, -257];

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(16_384);
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));
const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // A newer kind of transport is no reason to refuse a passkey.
    transports: transports.catch([]).default([]),
  }),
});
const authenticationSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});
const clientDataSchema = z.object({ challenge: base64url });

/** Parses an answer of WebAuthn. @throws AppError console.passkey_refused if it has another form */
const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('console.passkey_refused');
  return parsed.data;
};

/** The challenge in an answer's client data. @throws AppError console.passkey_refused if there is none */
const challengeIn = (clientDataJSON: string): string => {
  try {
    return parse(clientDataSchema, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    throw new AppError('console.passkey_refused');
  }
};

/** Runs a check of @simplewebauthn. @throws AppError console.passkey_refused if the library rejects the answer */
const refusing = async <T>(check: () => Promise<T>): Promise<T> => {
  try {
    return await check();
  } catch (error) {
    throw new AppError('console.passkey_refused', { cause: error });
  }
};

/** Requests and checks of passkeys (WebAuthn Level 3), with user verification. */
export const createWebauthn = ({ origin, awardName, sign }: Deps) => {
  const rpID = new URL(origin).hostname;

  /** The challenge that an answer belongs to. @throws AppError console.passkey_refused, console.challenge_expired */
  const issued = (clientDataJSON: string, purpose: Purpose, now: Date): { text: string; challenge: Challenge } => {
    const text = challengeIn(clientDataJSON);
    const challenge = readChallenge(sign, text, purpose, now);
    if (!challenge) throw new AppError('console.challenge_expired');
    return { text, challenge };
  };

  return {
    /** The request to make a passkey for a person. @param known the person's passkeys, which the browser excludes */
    creationOptions: async (name: string, purpose: Purpose, known: readonly Buffer[], now: Date) =>
      (await loadLibrary()).generateRegistrationOptions({
        rpName: awardName(),
        rpID,
        userName: name,
        userDisplayName: name,
        // The passkeys of a person have the same user id, so that an authenticator keeps only one of them.
        userID: new Uint8Array(createHash('sha256').update(`laurel console ${name.toLowerCase()}`).digest()),
        challenge: Uint8Array.from(Buffer.from(issueChallenge(sign, purpose, now), 'base64url')),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map((id) => ({ id: id.toString('base64url') })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    /** The request for any passkey of this console. */
    requestOptions: async (now: Date) =>
      (await loadLibrary()).generateAuthenticationOptions({
        rpID,
        challenge: Uint8Array.from(Buffer.from(issueChallenge(sign, 'sign-in', now), 'base64url')),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      }),

    /** Checks a new passkey. @throws AppError console.passkey_refused, console.challenge_expired */
    checkNew: async (
      answer: unknown,
      purpose: Purpose,
      label: string,
      now: Date,
    ): Promise<{ challenge: Challenge; passkey: NewPasskey }> => {
      const response = parse(registrationSchema, answer);
      const { text, challenge } = issued(response.response.clientDataJSON, purpose, now);
      const { verifyRegistrationResponse } = await loadLibrary();
      const { verified, registrationInfo } = await refusing(() =>
        verifyRegistrationResponse({
          response,
          expectedChallenge: text,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (!verified) throw new AppError('console.passkey_refused');
      const { credential, credentialBackedUp } = registrationInfo;
      const passkey = {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: response.response.transports,
        synced: credentialBackedUp,
        label,
      };
      return { challenge, passkey };
    },

    /**
     * Checks the answer of a passkey. The database still decides whether the challenge and the counter are new.
     * @param findKey finds the public key of a passkey by its credential id
     * @throws AppError console.passkey_refused, console.challenge_expired
     */
    check: async (
      answer: unknown,
      findKey: (credentialId: Buffer) => Promise<Buffer | undefined>,
      now: Date,
    ): Promise<PasskeyUse> => {
      const response = parse(authenticationSchema, answer);
      const { text, challenge } = issued(response.response.clientDataJSON, 'sign-in', now);
      const credentialId = Buffer.from(response.id, 'base64url');
      const publicKey = await findKey(credentialId);
      if (!publicKey) throw new AppError('console.passkey_refused');
      const { verifyAuthenticationResponse } = await loadLibrary();
      const { verified, authenticationInfo } = await refusing(() =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge: text,
          expectedOrigin: origin,
          expectedRPID: rpID,
          // The database compares the counter when it stores it, so that concurrent answers can't use the same counter.
          credential: { id: response.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
          requireUserVerification: true,
        }),
      );
      if (!verified) throw new AppError('console.passkey_refused');
      return { challenge, credentialId, counter: authenticationInfo.newCounter };
    },
  };
};

export type Webauthn = ReturnType<typeof createWebauthn>;
