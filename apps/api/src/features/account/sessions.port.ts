import type { Tx } from '@laurel/database/client';

export type Sessions = {
  /** Opens a session and returns its token; `twoFactorAt` is set when this very step proved a second factor. */
  open(
    tx: Tx,
    ask: { accountId: string; twoFactor: boolean; now: Date },
  ): Promise<{ token: string; sessionId: string }>;
  /** Notes that a session proved a second factor just now. */
  markTwoFactor(tx: Tx, sessionId: string, now: Date): Promise<void>;
  /** Ends every session of an account and forgets its devices. */
  endAll(tx: Tx, accountId: string, now: Date): Promise<void>;
  /** Remembers a device for 90 days; the returned cookie value is shown to nobody else and stored only as a hash. */
  rememberDevice(tx: Tx, accountId: string, now: Date): Promise<string>;
};
