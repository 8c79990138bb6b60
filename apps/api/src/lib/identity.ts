import type { Db, Tx } from '@laurel/database/client';

/** The functions of the identity rooms (codes, limits, claims, two-factor, sessions) that other rooms are given. */

export type LimitRule = { limit: number; windowMs: number };
export type LimitVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Counters in the database, shared by all replicas; each charge is one statement. */
export type RateLimits = {
  /** Charges one point unless that would exceed the limit. */
  charge(db: Db | Tx, key: string, rule: LimitRule, now: Date): Promise<LimitVerdict>;
  /** `charge`, or AppError limit.exceeded with Retry-After. */
  demand(db: Db | Tx, key: string, rule: LimitRule, now: Date): Promise<void>;
  /**
   * limit.exceeded where one of these counters refused somebody within the last second, in this process: from memory, so that
   * a flood beyond a limit costs the database nothing. The calls below look there by themselves.
   */
  refuseSpent(keys: readonly string[], now: Date): void;
  /** `demand` for several counters in one statement: where one of them refuses, none stays charged. */
  demandAll(db: Db | Tx, charges: readonly { key: string; rule: LimitRule }[], now: Date): Promise<void>;
  /** Takes one charge of each counter back, in one statement. */
  refundAll(db: Db | Tx, keys: readonly string[], now: Date): Promise<void>;
  /** Forgets a counter (support unlocks an account); all counters beneath a key that ends with a colon. */
  clear(db: Db | Tx, key: string): Promise<void>;
};

export type CodeKind = 'email' | 'password_reset' | 'phone';
export type RequestKeyKind = 'totp_setup' | 'totp_login';

export type IssuedCode = { challengeId: string; handle: string; code: string };

/**
 * right: consumed by this very call, and by no other. wrong: counted. spent: its tries are used up. expired: unknown,
 * expired or superseded. used: it was answered rightly before. `delivery` is how its message fared.
 */
export type CodeOutcome =
  | { outcome: 'right'; challengeId: string; accountId: string; targetHash: Uint8Array | null }
  | { outcome: 'used'; accountId: string; codeMatches: boolean }
  | { outcome: 'wrong' | 'spent' | 'expired'; delivery: string | null };

/** A request key whose try was counted; `setupId` is the setup that a setup key confirms, else null. */
export type KeyTry = { challengeId: string; accountId: string; kind: RequestKeyKind; setupId: string | null };

/** What a request key is for: to confirm one setup of two-factor, or to sign in with it. */
export type KeyPurpose = { kind: 'totp_setup'; setupId: string } | { kind: 'totp_login' };

/**
 * One-time codes and request keys (table challenges). Everything happens in the caller's transaction. A wrong try is an
 * outcome, not a throw: the caller commits it, then fails. Locks are taken in the order budgets, challenges, accounts;
 * a caller that changes the account's row does so after.
 */
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

export type SecondFactor = { otpCode: string } | { backupCode: string };

/** Two-factor authentication (RFC 6238 and backup codes), in the caller's transaction. */
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

export type ClaimKind = 'email' | 'phone' | 'instagram';

/** Names, numbers and addresses held before they are proven (table claims), by fingerprint. */
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

/** Sessions (table sessions) as other rooms need them. */
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
