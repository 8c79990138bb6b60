import { vi } from 'vitest';

/** How the browser answers a request for a passkey: `works`, or the name of its error. */
export type DeviceAnswer = 'works' | 'NotAllowedError' | 'InvalidStateError' | 'SecurityError' | 'UnknownError';

const REQUEST = { challenge: 'AAAA', rpId: 'localhost' };
/** The answer of the server with the options for using a passkey. */
export const requestBody = { success: true, data: { options: REQUEST } };

const CREATION = {
  challenge: 'AAAA',
  rp: { name: 'Laurel', id: 'localhost' },
  user: { id: 'AAAA', name: 'Olena', displayName: 'Olena' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};
/** The answer of the server with the options for making a passkey. */
export const creationBody = { success: true, data: { options: CREATION } };

const bytes = (): ArrayBuffer => new Uint8Array(3).buffer;

/**
 * Stubs the browser's passkeys. `answers` are used in turn, the last one again and again. Returns how often the browser
 * was asked to use (`get`) and to make (`create`) a passkey.
 */
export const stubPasskeys = (...answers: DeviceAnswer[]) => {
  const asked = { get: 0, create: 0 };
  const next = (): void => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer !== undefined && answer !== 'works') throw new DOMException('refused', answer);
  };
  const credential = (response: object) => ({
    id: 'AAAA',
    rawId: bytes(),
    type: 'public-key',
    response: { clientDataJSON: bytes(), ...response },
    getClientExtensionResults: () => ({}),
  });
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: async () => {
        asked.get += 1;
        next();
        return credential({ authenticatorData: bytes(), signature: bytes() });
      },
      create: async () => {
        asked.create += 1;
        next();
        return credential({ attestationObject: bytes(), getTransports: () => ['internal'] });
      },
    },
  });
  return asked;
};
