import type { Db, Tx } from '@laurel/database/client';

export type CodeKind = 'email' | 'password_reset' | 'phone';

export type RequestKeyKind = 'totp_setup' | 'totp_login';

export type IssuedCode = { challengeId: string; handle: string; code: string };

export type CodeOutcome =
  | { outcome: 'right'; challengeId: string; accountId: string; targetHash: Uint8Array | null }
  | { outcome: 'used'; accountId: string; codeMatches: boolean }
  | { outcome: 'wrong' | 'spent' | 'expired'; delivery: string | null };

export type KeyTry = { challengeId: string; accountId: string; kind: RequestKeyKind; setupId: string | null };

export type KeyPurpose = { kind: 'totp_setup'; setupId: string } | { kind: 'totp_login' };

export type Codes = {
  /**
   * Makes a code; earlier open codes of the account and kind, or of the thread and kind, stop working. Sending again never
   * resets a budget. A code for nobody (`accountId` null) is answered, counted and replaced like any other; none is right.
   */
  issueCode(
    tx: Tx,
    ask: { kind: CodeKind; ttlMs: number; targetHash?: Uint8Array; now: Date } & (
      | { accountId: string; thread?: string }
      | { accountId: null; thread: string }
    ),
  ): Promise<IssuedCode>;
  /**
   * A new handle for the account's open code of a kind (and thread), or undefined where there is none: the handle a client
   * holds is never stored, so that login can't give the same one again. Tries and expiry stay as they are.
   */
  renewHandle(
    tx: Tx,
    ask: { accountId: string; thread?: string; kind: CodeKind; now: Date },
  ): Promise<string | undefined>;
  /** Ends every open code of these kinds, whoever asked for it, but for those that are being answered right now. */
  closeCodes(tx: Tx, ask: { accountId: string; kinds: readonly CodeKind[]; now: Date }): Promise<void>;
  /**
   * Whether a handle leads to a challenge of these kinds at all, asked in one statement ahead of any transaction. A handle
   * that nobody was given is charged to the network as a wrong code.
   * @throws AppError limit.exceeded when the network's budget of wrong codes is spent
   */
  isKnown(
    db: Db,
    ask: { handle: string; kinds: readonly (CodeKind | RequestKeyKind)[]; network: string; now: Date },
  ): Promise<boolean>;
  /** Makes a request key. */
  issueKey(tx: Tx, ask: { accountId: string; purpose: KeyPurpose; ttlMs: number; now: Date }): Promise<string>;
  /**
   * Judges a code: the try and the budget of wrong codes (the account's, or the thread's) are counted before comparing, and a right code is
   * consumed, all in one statement each. `accountId` restricts it to one account (SMS codes).
   * @throws AppError limit.exceeded when the account's or network's budget of wrong codes is spent
   */
  answer(
    tx: Tx,
    ask: { handle: string; code: string; kind: CodeKind; network: string; accountId?: string; now: Date },
  ): Promise<CodeOutcome>;
  /**
   * Counts a try against a request key, charged to the budgets as a wrong code until `forgiveTry`; undefined, and
   * nothing charged, where the key is unknown, expired, used or out of tries.
   * @throws AppError limit.exceeded when the account's or network's budget of wrong codes is spent
   */
  tryKey(tx: Tx, ask: { handle: string; network: string; now: Date }): Promise<KeyTry | undefined>;
  /** Uses a request key up, once: false where another call was first. */
  consumeKey(tx: Tx, challengeId: string, now: Date): Promise<boolean>;
  /** Charges the budgets of wrong codes ahead of a comparison; `forgive` takes it back when the code was right. */
  chargeTry(tx: Tx, ask: { accountId: string; network: string; now: Date }): Promise<void>;
  forgiveTry(tx: Tx, ask: { accountId: string; network: string; now: Date }): Promise<void>;
  /** Ends every open request key of an account. */
  closeKeys(tx: Tx, accountId: string, now: Date): Promise<void>;
  /** Forgets an account's wrong codes: what support does for a person who has used up the budget. */
  unlock(tx: Tx, accountId: string): Promise<void>;
};
