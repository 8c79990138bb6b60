import type { Tx } from '@laurel/database/client';

/** `passkey` is the browser's answer to a request for a passkey, as JSON. */
export type SecondFactor =
  | { otpCode: string }
  | { backupCode: string }
  | { passkey: Readonly<Record<string, unknown>> };

/** A try to prove the second factor of an account. */
export type Proof = { accountId: string; factor: SecondFactor; network: string; now: Date };

export type TwoFactor = {
  /**
   * Begins or continues a setup. The pending secret belongs to one browser, which gets the same secret until it is
   * confirmed. The first secret that is confirmed deletes all others of the account.
   * @param account.browser the value of the browser's setup cookie
   * @returns the otpauth:// URI of the secret, for the QR code, and a request key to confirm it
   * @throws AppError otp.invalid if two-factor is already set up, or the email is not verified
   */
  beginSetup(
    tx: Tx,
    account: { id: string; email: string; browser: string },
    now: Date,
  ): Promise<{ requestKey: string; qrCode: string }>;
  /**
   * Whether the second factor is right, for an account whose two-factor is set up. A time step, a backup code and
   * a request for a passkey are accepted only once. A wrong try is charged to the budgets of the account and the network.
   * @throws AppError limit.exceeded when one of these budgets is spent
   */
  prove(tx: Tx, proof: Proof): Promise<boolean>;
  /**
   * For a password reset: ends every request key and deletes unconfirmed secrets, which somebody with the old password
   * may know. A confirmed secret stays.
   */
  forgetPending(tx: Tx, accountId: string, now: Date): Promise<void>;
};
