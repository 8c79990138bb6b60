import type { Tx } from '@laurel/database/client';

export type SecondFactor = { otpCode: string } | { backupCode: string };

export type TwoFactor = {
  /**
   * The otpauth:// URI and a request key to confirm it with. The pending secret belongs to one browser: it is shown again
   * there until it is confirmed, and to no other. The first secret that is confirmed ends all others of the account.
   * @param account.browser the value of the browser's setup cookie
   * @throws AppError otp.invalid when two-factor is set up already, or the email is not verified
   */
  beginSetup(
    tx: Tx,
    account: { id: string; email: string; browser: string },
    now: Date,
  ): Promise<{ requestKey: string; qrCode: string }>;
  /**
   * Whether the second factor is right, for an account whose two-factor is set up: a time step or a backup code is
   * accepted once over all calls. The try is charged to the account's and network's budgets.
   */
  prove(tx: Tx, ask: { accountId: string; factor: SecondFactor; network: string; now: Date }): Promise<boolean>;
  /**
   * After a new password was stored: ends every request key and forgets secrets that were shown but never confirmed, so
   * that whoever knew the old password is left with nothing. Two-factor that is set up stays.
   */
  forgetPending(tx: Tx, accountId: string, now: Date): Promise<void>;
  /** Takes two-factor away, to be set up anew at the next login, and ends every session (US-02). */
  reset(tx: Tx, accountId: string, now: Date): Promise<void>;
};
