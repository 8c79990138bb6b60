import type { Tx } from '@laurel/database/client';

export type ClaimKind = 'email' | 'phone' | 'instagram';

export type Claims = {
  /**
   * Claims a value for the account until `heldUntil`, in one statement; false while another account holds it. All claims of a
   * value together bar other accounts from it for one day in thirty: after that day, the account that claims last has it.
   */
  hold(
    tx: Tx,
    claim: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; heldUntil: Date; now: Date },
  ): Promise<boolean>;
  /** Releases the account's claims of a kind. */
  release(tx: Tx, accountId: string, kind: ClaimKind): Promise<void>;
  /** Whether another account's claim bars the given account, or without one any account, from the value. */
  isBarred(
    tx: Tx,
    value: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string | undefined; now: Date },
  ): Promise<boolean>;
  /** The account that holds the value. */
  holder(tx: Tx, kind: ClaimKind, fingerprint: Uint8Array, now: Date): Promise<string | undefined>;
};
