import type { Tx } from '@laurel/database/client';

export type SecondFactor = { otpCode: string } | { backupCode: string };

export type TwoFactor = {
  /**
   * The otpauth:// URI and a request key to confirm it. The pending secret belongs to one browser, which gets the same one
   * until it is confirmed. The first secret that is confirmed deletes all others of the account.
   * @param account.browser the value of the browser's setup cookie
   * @throws AppError otp.invalid if two-factor is already set up, or the email is not verified
   */
  beginSetup(
    tx: Tx,
    account: { id: string; email: string; browser: string },
    now: Date,
  ): Promise<{ requestKey: string; qrCode: string }>;
  /**
   * Whether the second factor is right, for an account whose two-factor is set up. A time step or a backup code is accepted
   * once over all requests. A wrong try is charged to the budgets of the account and the network.
   */
  prove(tx: Tx, attempt: { accountId: string; factor: SecondFactor; network: string; now: Date }): Promise<boolean>;
  /**
   * For a password reset: ends every request key and deletes unconfirmed secrets, which someone with the old password may
   * know. Confirmed two-factor stays.
   */
  forgetPending(tx: Tx, accountId: string, now: Date): Promise<void>;
};
