import { z } from 'zod';

/** Options and answers of WebAuthn (WebAuthn Level 3, §5.4 and §5.5) as JSON; @simplewebauthn makes and checks them. */
export const webauthnJson = z.record(z.string(), z.unknown());
