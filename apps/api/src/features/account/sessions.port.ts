import type { Tx } from '@laurel/database/client';

export type Sessions = {
  /**
   * Opens a session and returns its token. `twoFactor` says that this request proved a second factor: then its browser is stored
   * as a device for 90 days, and `deviceToken` is its cookie value, of which only a hash is stored.
   * @throws AppError login.suspended if the account is suspended or erased
   */
  open(
    tx: Tx,
    session: { accountId: string; twoFactor: boolean; now: Date },
  ): Promise<{ token: string; sessionId: string; deviceToken: string }>;
  /** Records that a session proved a second factor at `now`. */
  markTwoFactor(tx: Tx, sessionId: string, now: Date): Promise<void>;
  /** Ends every session of an account and deletes its devices. */
  endAll(tx: Tx, accountId: string, now: Date): Promise<void>;
};
