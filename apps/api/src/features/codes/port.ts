import type { Db, Sql, Tx } from '@laurel/database/client';

export type CodeKind = 'email' | 'password_reset' | 'phone';

export type RequestKeyKind = 'totp_setup' | 'totp_login';

export type IssuedCode = { challengeId: string; handle: string; code: string };

/** A code or a request key that may be answered, as it was before the transaction. */
export type Challenge = {
  id: string;
  handleHash: Uint8Array<ArrayBuffer>;
  kind: CodeKind | RequestKeyKind;
  /** Null for a code without an account. */
  accountId: string | null;
  /**
   * The requester of a code by mail: fingerprints of the typed login and of the network or known browser (`threadOf`).
   * Null for other challenges.
   */
  thread: string | null;
  attempts: number;
  expiresAt: Date;
  consumedAt: Date | null;
  targetHash: Uint8Array | null;
  setupId: string | null;
  delivery: string | null;
};

/** Why a code can't be right any more. `delivery` is the state of its message. */
export type ClosedCode = { outcome: 'spent' | 'expired'; delivery: string | null };

export type CodeOutcome =
  | { outcome: 'right'; challengeId: string; accountId: string; targetHash: Uint8Array | null }
  | { outcome: 'used'; accountId: string; codeMatches: boolean }
  | { outcome: 'wrong' | 'spent' | 'expired'; delivery: string | null };

export type RequestKey = { challengeId: string; accountId: string; kind: RequestKeyKind; setupId: string | null };

export type KeyPurpose = { kind: 'totp_setup'; setupId: string } | { kind: 'totp_login' };

export type Codes = {
  /**
   * Creates a code and ends the earlier open codes of the same kind and thread, or without a thread, of the same kind
   * and account. A new code never resets a budget. A code without an account (`accountId` null) is answered, counted
   * and replaced like any other, but is never right.
   * @param options.again returns the open code with this target, if there is one, whose lifetime starts again
   * @param queueFor the call that queues the code's message: it runs in the statement that stores the code
   */
  issueCode(
    tx: Tx,
    options: { kind: CodeKind; ttlMs: number; targetHash?: Uint8Array; again?: true; now: Date } & (
      | { accountId: string; thread?: string }
      | { accountId: null; thread: string }
    ),
    queueFor?: (code: IssuedCode) => Promise<Sql>,
  ): Promise<IssuedCode>;
  /**
   * The handle of the account's newest open code of a kind, and of a thread and target if given: the one that
   * `issueCode` returned.
   * @returns undefined if no such code is open, or if its key is no longer among the keys of the server
   */
  openHandle(
    db: Db | Tx,
    options: { accountId: string; thread?: string; targetHash?: Uint8Array; kind: CodeKind; now: Date },
  ): Promise<string | undefined>;
  /**
   * Ends every open code of these kinds, also those of other requesters, except codes that another transaction has
   * locked.
   */
  closeCodes(tx: Tx, options: { accountId: string; kinds: readonly CodeKind[]; now: Date }): Promise<void>;
  /**
   * The challenge of a handle that is of these kinds (and of the account, if given) and open or a used code, which may be
   * answered again; else why there is none. Runs before any transaction, in one statement if the challenge is open. A
   * handle that is unknown, closed or used is charged to the network as a wrong code.
   * @throws AppError limit.exceeded when the network's budget of wrong codes is spent
   */
  find(
    db: Db,
    options: {
      handle: string;
      kinds: readonly (CodeKind | RequestKeyKind)[];
      network: string;
      accountId?: string;
      now: Date;
    },
  ): Promise<Challenge | ClosedCode>;
  /** Creates a request key. */
  issueKey(tx: Tx, options: { accountId: string; purpose: KeyPurpose; ttlMs: number; now: Date }): Promise<string>;
  /**
   * Checks a code. The budget (of the account or the thread) is charged before the comparison; one statement compares, counts
   * the try, and consumes a right code.
   * @throws AppError limit.exceeded when the account's or network's budget of wrong codes is spent
   */
  answer(tx: Tx, found: Challenge, guess: { code: string; network: string; now: Date }): Promise<CodeOutcome>;
  /**
   * Counts a try for a request key and charges the budgets until `forgiveTry`. False and without a charge if it was
   * used, has expired or is out of tries meanwhile.
   * @throws AppError limit.exceeded when the account's or network's budget of wrong codes is spent
   */
  tryKey(tx: Tx, key: RequestKey, by: { network: string; now: Date }): Promise<boolean>;
  /** Like `find` for request keys: the account and the purpose of an open one. */
  findKey(db: Db, options: { handle: string; network: string; now: Date }): Promise<RequestKey | undefined>;
  /** Consumes a request key once; false if another request was first. */
  consumeKey(tx: Tx, challengeId: string, now: Date): Promise<boolean>;
  /**
   * Charges the budgets of wrong codes before a comparison.
   * @throws AppError limit.exceeded
   */
  chargeTry(tx: Tx, options: { accountId: string; network: string; now: Date }): Promise<void>;
  /** Refunds the charge of `chargeTry` or `tryKey` after a right code. */
  forgiveTry(tx: Tx, options: { accountId: string; network: string; now: Date }): Promise<void>;
  /** Ends every open request key of an account. */
  closeKeys(tx: Tx, accountId: string, now: Date): Promise<void>;
  /** The code of the first of these challenges, and its hash for each of them, to replace the hashes of their own codes. */
  recode(challengeIds: readonly string[]): { code: string; hashes: Uint8Array[] };
};
