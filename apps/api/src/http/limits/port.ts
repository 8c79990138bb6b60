import type { Db, Tx } from '@laurel/database/client';

export type LimitRule = { limit: number; windowMs: number };

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export type RateLimits = {
  /** Charges one point, unless that exceeds the limit. */
  charge(db: Db | Tx, key: string, rule: LimitRule, now: Date): Promise<LimitResult>;
  /** Like `charge`, but throws. @throws AppError limit.exceeded, with Retry-After */
  demand(db: Db | Tx, key: string, rule: LimitRule, now: Date): Promise<void>;
  /**
   * Checks whether one of these counters refused a request of this process within the last second. A flood over a limit then
   * costs no query. `charge`, `demand` and `requireAll` include this check.
   * @throws AppError limit.exceeded
   */
  refuseSpent(keys: readonly string[], now: Date): void;
  /** `demand` for several counters in one statement: all are charged, or none. */
  requireAll(db: Db | Tx, charges: readonly { key: string; rule: LimitRule }[], now: Date): Promise<void>;
  /** Charges one point to each of several counters that has not reached its limit, in one statement. */
  chargeEach(db: Db | Tx, charges: readonly { key: string; rule: LimitRule }[], now: Date): Promise<void>;
  /** Refunds one point to each counter, in one statement. */
  refundAll(db: Db | Tx, keys: readonly string[], now: Date): Promise<void>;
  /** Deletes a counter, or all counters under a key that ends with a colon (support unlocks an account). */
  clear(db: Db | Tx, key: string): Promise<void>;
};
