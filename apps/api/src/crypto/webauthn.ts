import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  CHALLENGE_MS,
  type Challenge,
  issueChallenge,
  type Purpose,
  readChallenge,
  type Sign,
} from './webauthn-challenge.ts';

type Deps = {
  /** The origin of the page. Passkeys belong to its host name. */
  origin: string;
  awardName(): string;
  sign: Sign;
  /** The error for an answer that is not accepted; `expired` if its challenge is not, or no longer. */
  refusal(why: 'refused' | 'expired', cause?: unknown): Error;
};

/** Whose passkey it will be: the person's id at the authenticator, which keeps one passkey of each, and the name that it shows. */
type Owner = { id: string; name: string };

/** A passkey after its signature was checked. */
export type MadePasskey = {
  credentialId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: readonly string[];
  synced: boolean;
};

/** The use of a passkey whose signature was checked. */
export type PasskeyUse = { challenge: Challenge; credentialId: Uint8Array; counter: number };

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

/** Options of the library as JSON, which its types are not. */
const asJson = (options: object): Record<string, unknown> => ({ ...options });

const credentials = (ids: readonly Uint8Array[]) => ids.map((id) => ({ id: Buffer.from(id).toString('base64url') }));

/** Requests and checks of passkeys (WebAuthn Level 3), with user verification. */
export const createWebauthn = ({ origin, awardName, sign, refusal }: Deps) => {
  const rpID = new URL(origin).hostname;

  /** Runs a check. @throws the refusal if it fails */
  const refusing = async <T>(check: () => T | Promise<T>): Promise<T> => {
    try {
      return await check();
    } catch (error) {
      throw refusal('refused', error);
    }
  };

  /** The challenge that an answer belongs to. @throws the refusal */
  const issued = async (clientDataJSON: string, purpose: Purpose, now: Date) => {
    const { challenge: text } = await refusing(() =>
      clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())),
    );
    const challenge = readChallenge(sign, text, purpose, now);
    if (!challenge) throw refusal('expired');
    return { text, challenge };
  };

  return {
    /** The request to make a passkey for a person. @param known the person's passkeys, which the browser excludes */
    creationOptions: async ({ id, name }: Owner, purpose: Purpose, known: readonly Uint8Array[], now: Date) =>
      asJson(
        await (await loadLibrary()).generateRegistrationOptions({
          rpName: awardName(),
          rpID,
          userName: name,
          userDisplayName: name,
          userID: new Uint8Array(createHash('sha256').update(id).digest()),
          challenge: Uint8Array.from(Buffer.from(issueChallenge(sign, purpose, now), 'base64url')),
          timeout: CHALLENGE_MS,
          attestationType: 'none',
          supportedAlgorithmIDs: ALGORITHMS,
          excludeCredentials: credentials(known),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      ),

    /** The request for one of these passkeys, or else for any of this page. */
    requestOptions: async (purpose: Purpose, allowed: readonly Uint8Array[], now: Date) =>
      asJson(
        await (await loadLibrary()).generateAuthenticationOptions({
          rpID,
          allowCredentials: credentials(allowed),
          challenge: Uint8Array.from(Buffer.from(issueChallenge(sign, purpose, now), 'base64url')),
          timeout: CHALLENGE_MS,
          userVerification: 'required',
        }),
      ),

    /** Checks a new passkey. @throws the refusal */
    checkNew: async (
      answer: unknown,
      purpose: Purpose,
      now: Date,
    ): Promise<{ challenge: Challenge; passkey: MadePasskey }> => {
      const response = await refusing(() => registrationSchema.parse(answer));
      const { text, challenge } = await issued(response.response.clientDataJSON, purpose, now);
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
      if (!verified) throw refusal('refused');
      const { credential, credentialBackedUp } = registrationInfo;
      const passkey = {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: response.response.transports,
        synced: credentialBackedUp,
      };
      return { challenge, passkey };
    },

    /**
     * Checks the answer of a passkey. The database still decides whether the challenge and the counter are new.
     * @param findKey finds the public key of a passkey by its credential id
     * @throws the refusal
     */
    check: async (
      answer: unknown,
      purpose: Purpose,
      findKey: (credentialId: Buffer) => Promise<Uint8Array | undefined>,
      now: Date,
    ): Promise<PasskeyUse> => {
      const response = await refusing(() => authenticationSchema.parse(answer));
      const { text, challenge } = await issued(response.response.clientDataJSON, purpose, now);
      const credentialId = Buffer.from(response.id, 'base64url');
      const publicKey = await findKey(credentialId);
      if (!publicKey) throw refusal('refused');
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
      if (!verified) throw refusal('refused');
      return { challenge, credentialId, counter: authenticationInfo.newCounter };
    },
  };
};

export type Webauthn = ReturnType<typeof createWebauthn>;
