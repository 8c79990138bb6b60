import { generateURI, verifySync } from 'otplib';

/** Seconds in a time step (RFC 6238 §4.1), and the tolerance for an authenticator's clock: one step either way. */
const STEP_SECONDS = 30;

/**
 * The time step of a code (RFC 6238: SHA-1, six digits, 30 s). Undefined if it is not the code of the current step, the
 * step before or the step after.
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

/** The otpauth:// URI that an authenticator app reads from the QR code. */
export const setupUri = ({ issuer, email, secret }: { issuer: string; email: string; secret: string }): string =>
  // A colon separates the issuer from the account, so the issuer must not contain one.
  generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret });

/** The input of a backup code's fingerprint. The account's id makes it invalid for other accounts. */
export const backupInput = (accountId: string, code: string): string => `${accountId}\0${code}`;
