import { generateURI, verifySync } from 'otplib';

/** Seconds a time step lasts (RFC 6238 §4.1), and how far an authenticator's clock may be off: one step either way. */
const STEP_SECONDS = 30;

/**
 * The time step a code belongs to (RFC 6238: SHA-1, six digits, 30 s), or undefined where it fits none that is open: the
 * present one, the one before and the one after.
 */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    period: STEP_SECONDS,
    epochTolerance: STEP_SECONDS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
};

/** The otpauth:// URI an authenticator app reads from the QR code. */
export const setupUri = (ask: { issuer: string; email: string; secret: string }): string =>
  // A colon parts issuer and account in such a URI, so the issuer can't hold one.
  generateURI({ issuer: ask.issuer.replaceAll(':', ' '), label: ask.email, secret: ask.secret });

/** What a backup code is fingerprinted with: its account, so that it is worth nothing to another. */
export const backupInput = (accountId: string, code: string): string => `${accountId}\0${code}`;
