import type { Tx } from '@laurel/database/client';

export type ClaimKind = 'email' | 'phone' | 'instagram';

export type Claims = {
  /**
   * Holds it for the account until `heldUntil`; false while another account holds it. One statement. A value is kept from
   * others for a day in thirty, however often and by whomever it is held: after that the last to hold it has it.
   */
  hold(
    tx: Tx,
    claim: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; heldUntil: Date; now: Date },
  ): Promise<boolean>;
  /** Lets go of what the account holds of a kind. */
  release(tx: Tx, accountId: string, kind: ClaimKind): Promise<void>;
  /** Whether another account keeps it from this one (or from everybody) right now. */
  isBarred(
    tx: Tx,
    ask: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string | undefined; now: Date },
  ): Promise<boolean>;
  /** Who holds it right now. */
  holder(tx: Tx, kind: ClaimKind, fingerprint: Uint8Array, now: Date): Promise<string | undefined>;
};
