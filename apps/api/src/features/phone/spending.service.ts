import type { Spending } from '@laurel/contracts/console/calls/spending';
import type { Queryable } from '@laurel/database/queryable';
import { alarmOf, forecastOf, type Money, spentBy, sumOf } from './spending.policy.ts';
import { readCodeTotals, readPace } from './spending.store.ts';

/** What codes to phones cost in the edition. */
export const readSpending = async (
  db: Queryable,
  money: Money,
  closesAt: Date | null,
  now: Date,
): Promise<Spending> => {
  const totals = await readCodeTotals(db);
  const spent = sumOf(totals, money);
  const price = spent / totals.reduce((sum, { sent }) => sum + sent, 0);
  const pace = closesAt && totals.length > 0 ? await readPace(db, now) : undefined;
  const forecast = closesAt && pace ? forecastOf(pace, price, closesAt, now) : null;
  return { currency: money.currency, spent, budget: money.budget ?? null, forecast, totals: spentBy(totals, money) };
};

/** What the organisers are told of the budget; undefined while less than half of it is spent. */
export const readAlarm = async (db: Queryable, money: Money) => {
  const { budget, currency } = money;
  const percent = budget && alarmOf(sumOf(await readCodeTotals(db), money), budget);
  return budget && percent ? { percent, budget: budget / 1_000_000, currency } : undefined;
};
