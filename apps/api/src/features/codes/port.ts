import type { Db, Tx } from '@laurel/database/client';

export type CodeKind = 'email' | 'password_reset' | 'phone';

export type RequestKeyKind = 'totp_setup' | 'totp_login';

export type IssuedCode = { challengeId: string; handle: string; code: string };

/** Why a code can't be right any more. `delivery` is the state of its message. */
export type ClosedCode = { outcome: 'spent' | 'expired'; delivery: string | null };

export type CodeOutcome =
  | { outcome: 'right'; challengeId: string; accountId: string; targetHash: Uint8Array | null }
  | { outcome: 'used'; accountId: string; codeMatches: boolean }
  | { outcome: 'wrong' | 'spent' | 'expired'; delivery: string | null };

export type KeyTry = { challengeId: string; accountId: string; kind: RequestKeyKind; setupId: string | null };

export type KeyPurpose = { kind: 'totp_setup'; setupId: string } | { kind: 'totp_login' };

export type Codes = {
  /**
   * Creates a code and ends earlier open codes of the same account, or thread, and kind. A new code never resets a budget.
   * A code without an account (`accountId` null) is answered, counted and replaced like any other, but is never right.
   */
  issueCode(
    tx: Tx,
    options: { kind: CodeKind; ttlMs: number; targetHash?: Uint8Array; now: Date } & (
      | { accountId: string; thread?: string }
      | { accountId: null; thread: string }
    ),
  ): Promise<IssuedCode>;
  /**
   * A new handle for the account's open code of a kind (and thread, and target); undefined if there is none. It is needed
   * because handles are stored only as hashes. Tries and expiry do not change.
   */
  renewHandle(
    tx: Tx,
    options: { accountId: string; thread?: string; targetHash?: Uint8Array; kind: CodeKind; now: Date },
  ): Promise<string | undefined>;
  /** Ends every open code of these kinds, even those of other requesters, except those in progress. */
  closeCodes(tx: Tx, options: { accountId: string; kinds: readonly CodeKind[]; now: Date }): Promise<void>;
  /**
   * Why a handle has no open challenge of one of these kinds (of the account); undefined if it has, or a used code, which may be
   * repeated. One statement before any transaction. A handle that is unknown, closed or used is charged to the network as
   * a wrong code.
   * @throws AppError limit.exceeded when the network's budget of wrong codes is spent
   */
  findClosed(
    db: Db,
    options: {
      handle: string;
      kinds: readonly (CodeKind | RequestKeyKind)[];
      network: string;
      accountId?: string;
      now: Date;
    },
  ): Promise<ClosedCode | undefined>;
  /** Creates a request key. */
  issueKey(tx: Tx, options: { accountId: string; purpose: KeyPurpose; ttlMs: number; now: Date }): Promise<string>;
  /**
   * Checks a code. The try and the budget (of the account or the thread) are charged before the comparison, and a right
   * code is consumed, in one statement each. `accountId` restricts it to one account (SMS codes).
   * @throws AppError limit.exceeded when the account's or network's budget of wrong codes is spent
   */
  answer(
    tx: Tx,
    options: { handle: string; code: string; kind: CodeKind; network: string; accountId?: string; now: Date },
  ): Promise<CodeOutcome>;
  /**
   * Counts a try for a request key and charges the budgets until `forgiveTry`. Undefined, without a charge, if the key is
   * unknown, expired, used or out of tries.
   * @throws AppError limit.exceeded when the account's or network's budget of wrong codes is spent
   */
  tryKey(tx: Tx, options: { handle: string; network: string; now: Date }): Promise<KeyTry | undefined>;
  /** Consumes a request key once; false if another request was first. */
  consumeKey(tx: Tx, challengeId: string, now: Date): Promise<boolean>;
  /** Charges the budgets of wrong codes before a comparison; `forgiveTry` refunds them if the code was right. */
  chargeTry(tx: Tx, options: { accountId: string; network: string; now: Date }): Promise<void>;
  forgiveTry(tx: Tx, options: { accountId: string; network: string; now: Date }): Promise<void>;
  /** Ends every open request key of an account. */
  closeKeys(tx: Tx, accountId: string, now: Date): Promise<void>;
  /** A new code, with its hash for each of these challenges, to be stored in place of the hash of an earlier code. */
  recode(challengeIds: readonly string[]): { code: string; hashes: Uint8Array[] };
};
