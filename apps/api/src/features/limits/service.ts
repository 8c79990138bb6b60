import type { Db, Tx } from '@laurel/database/client';
import { AppError } from '../../lib/app-error.ts';
import type { LimitVerdict, RateLimits } from '../../lib/identity.ts';
import { retryAfterSeconds } from './policy.ts';
import { chargePoint, chargePoints, deleteCounter, refundPoints, windowEnd } from './store.ts';

const secondsLeft = async (db: Db | Tx, key: string, now: Date): Promise<number> =>
  retryAfterSeconds((await windowEnd(db, key)) ?? now, now);

/** Fixed-window counters on PostgreSQL, shared by all replicas (docs/decisions/020-own-database-limiter.md). */
export const createRateLimits = (): RateLimits => {
  const charge: RateLimits['charge'] = async (db, key, rule, now): Promise<LimitVerdict> => {
    if (await chargePoint(db, key, rule, now)) return { allowed: true };
    return { allowed: false, retryAfterSeconds: await secondsLeft(db, key, now) };
  };
  return {
    charge,
    demand: async (db, key, rule, now) => {
      const verdict = await charge(db, key, rule, now);
      if (!verdict.allowed) throw new AppError('limit.exceeded', { retryAfterSeconds: verdict.retryAfterSeconds });
    },
    demandAll: async (db, charges, now) => {
      const charged = await chargePoints(db, charges, now);
      const refused = charges.find(({ key }) => !charged.includes(key));
      if (!refused) return;
      await refundPoints(db, charged, now);
      throw new AppError('limit.exceeded', { retryAfterSeconds: await secondsLeft(db, refused.key, now) });
    },
    refundAll: refundPoints,
    clear: deleteCounter,
  };
};
