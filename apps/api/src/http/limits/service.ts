import type { Db, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { createRefusals, retryAfterSeconds } from './policy.ts';
import type { LimitResult, RateLimits } from './port.ts';
import { chargePoint, chargePoints, deleteCounter, refundPoints, windowEnd } from './store.ts';

/** Fixed-window counters on PostgreSQL, shared by all replicas (docs/decisions/020-own-database-limiter.md). */
export const createRateLimits = (): RateLimits => {
  const refusals = createRefusals();
  /** Caches that a counter refused; returns the seconds to wait. */
  const refuse = async (db: Db | Tx, key: string, now: Date): Promise<number> => {
    const end = (await windowEnd(db, key)) ?? now;
    refusals.remember(key, end, now);
    return retryAfterSeconds(end, now);
  };
  const charge: RateLimits['charge'] = async (db, key, rule, now): Promise<LimitResult> => {
    const spent = refusals.find([key], now);
    if (spent) return { allowed: false, retryAfterSeconds: retryAfterSeconds(spent, now) };
    if (await chargePoint(db, key, rule, now)) return { allowed: true };
    return { allowed: false, retryAfterSeconds: await refuse(db, key, now) };
  };
  const refuseSpent: RateLimits['refuseSpent'] = (keys, now) => {
    const spent = refusals.find(keys, now);
    if (spent) throw new AppError('limit.exceeded', { retryAfterSeconds: retryAfterSeconds(spent, now) });
  };
  return {
    charge,
    refuseSpent,
    demand: async (db, key, rule, now) => {
      const result = await charge(db, key, rule, now);
      if (!result.allowed) throw new AppError('limit.exceeded', { retryAfterSeconds: result.retryAfterSeconds });
    },
    requireAll: async (db, charges, now) => {
      refuseSpent(
        charges.map(({ key }) => key),
        now,
      );
      const charged = await chargePoints(db, charges, now);
      const refused = charges.find(({ key }) => !charged.includes(key));
      if (!refused) return;
      await refundPoints(db, charged, now);
      throw new AppError('limit.exceeded', { retryAfterSeconds: await refuse(db, refused.key, now) });
    },
    chargeEach: async (db, charges, now) => {
      await chargePoints(db, charges, now);
    },
    refundAll: async (db, keys, now) => {
      refusals.forget(keys);
      await refundPoints(db, keys, now);
    },
    clear: async (db, key) => {
      refusals.forget([key]);
      await deleteCounter(db, key);
    },
  };
};
