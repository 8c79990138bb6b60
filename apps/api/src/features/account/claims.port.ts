import type { Tx } from '@laurel/database/client';

export type ClaimKind = 'email' | 'phone' | 'instagram';

/**
 * Reservations of phone numbers and Instagram names that are not proven yet, and of the addresses of erased accounts.
 */
export type Claims = {
  /**
   * Claims a value for the account until `heldUntil`, in one statement; false if another account's claim bars it.
   * Claims bar other accounts for one day after any account first claimed the value, and not again within thirty days
   * of that time. After the day, each new claim replaces the last one.
   */
  hold(
    tx: Tx,
    claim: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; heldUntil: Date; now: Date },
  ): Promise<boolean>;
  /** Releases the account's claims of a kind. */
  release(tx: Tx, accountId: string, kind: ClaimKind): Promise<void>;
  /** Whether another account's claim bars the given account from the value. */
  isBarred(tx: Tx, value: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; now: Date }): Promise<boolean>;
  /** The account that holds the phone number. */
  holder(tx: Tx, phoneHash: Uint8Array, now: Date): Promise<string | undefined>;
};
