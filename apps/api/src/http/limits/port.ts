import type { Db, Tx } from '@laurel/database/client';

export type LimitRule = { limit: number; windowMs: number };

export type LimitVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

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
