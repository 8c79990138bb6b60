import { AppError } from '../../lib/app-error.ts';
import type { LimitVerdict, RateLimits } from '../../lib/identity.ts';
import { retryAfterSeconds } from './policy.ts';
import { chargePoint, deleteCounter, refundPoint, windowEnd } from './store.ts';

/** Fixed-window counters on PostgreSQL, shared by all replicas (docs/decisions/020-own-database-limiter.md). */
export const createRateLimits = (): RateLimits => {
  const charge: RateLimits['charge'] = async (db, key, rule, now): Promise<LimitVerdict> => {
    if (await chargePoint(db, key, rule, now)) return { allowed: true };
    const end = await windowEnd(db, key);
    return { allowed: false, retryAfterSeconds: retryAfterSeconds(end ?? now, now) };
  };
  return {
    charge,
    demand: async (db, key, rule, now) => {
      const verdict = await charge(db, key, rule, now);
      if (!verdict.allowed) throw new AppError('limit.exceeded', { retryAfterSeconds: verdict.retryAfterSeconds });
    },
    refund: refundPoint,
    clear: deleteCounter,
  };
};
