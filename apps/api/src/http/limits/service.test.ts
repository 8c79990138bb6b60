import { useTestIdentity } from '@laurel/support/identity';
import { lockWaits } from '@laurel/support/lock-waits';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';

const at = useTestIdentity();
const now = new Date('2026-03-01T12:00:00.000Z');
const rule = { limit: 3, windowMs: 60_000 };

describe('a limit over a window', () => {
  it('allows the limit, then returns the seconds to wait, and starts again after the window', async () => {
    const charge = (ms: number) => at.limits.charge(at.db, 'window', rule, after(now, ms));
    expect(await charge(0)).toEqual({ allowed: true });
    expect(await charge(10_000)).toEqual({ allowed: true });
    expect(await charge(20_000)).toEqual({ allowed: true });
    expect(await charge(20_500)).toEqual({ allowed: false, retryAfterSeconds: 40 });
    expect(await charge(59_999)).toEqual({ allowed: false, retryAfterSeconds: 1 });
    // The window opened with the first charge; a refused one changed nothing.
    expect(await charge(60_000)).toEqual({ allowed: true });
    expect(await charge(60_001)).toEqual({ allowed: true });
    expect(await at.db.rateLimit.findUnique({ where: { key: 'window' } })).toEqual({
      key: 'window',
      points: 2,
      expiresAt: after(now, 120_000),
    });
  });

  it('counts each key separately', async () => {
    const one = { limit: 1, windowMs: 60_000 };
    expect(await at.limits.charge(at.db, 'mine', one, now)).toEqual({ allowed: true });
    expect(await at.limits.charge(at.db, 'yours', one, now)).toEqual({ allowed: true });
    expect(await at.limits.charge(at.db, 'mine', one, now)).toMatchObject({ allowed: false });
  });

  it('refunds charges, never below zero and never in a window that has ended', async () => {
    const one = { limit: 1, windowMs: 60_000 };
    await at.limits.charge(at.db, 'back', one, now);
    await at.limits.refundAll(at.db, ['back'], now);
    await at.limits.refundAll(at.db, ['back'], now);
    await at.limits.refundAll(at.db, ['nobody'], now);
    expect(await at.limits.charge(at.db, 'back', one, now)).toEqual({ allowed: true });
    expect(await at.limits.charge(at.db, 'back', one, now)).toMatchObject({ allowed: false });
    await at.limits.refundAll(at.db, ['back'], after(now, 60_000));
    expect(await at.limits.charge(at.db, 'back', one, now)).toMatchObject({ allowed: false });
    expect(await at.db.rateLimit.findUnique({ where: { key: 'nobody' } })).toBeNull();
  });

  it('throws an error with Retry-After over the limit, and clears a counter', async () => {
    await at.limits.demand(at.db, 'demand', { limit: 1, windowMs: 90_000 }, now);
    const refused = at.limits.demand(at.db, 'demand', { limit: 1, windowMs: 90_000 }, now);
    await expect(refused).rejects.toThrow(AppError);
    await expect(refused).rejects.toMatchObject({ code: 'limit.exceeded', status: 429, retryAfterSeconds: 90 });
    await at.limits.clear(at.db, 'demand');
    await expect(at.limits.demand(at.db, 'demand', { limit: 1, windowMs: 90_000 }, now)).resolves.toBeUndefined();
  });

  it('charges several counters in one statement, or none, and refunds them in one', async () => {
    const three = (key: string, limit: number) => ({ key: `several ${key}`, rule: { limit, windowMs: 60_000 } });
    const charges = [three('b', 2), three('a', 3), three('c', 9)];
    const keys = charges.map(({ key }) => key);
    const points = async () =>
      (await at.db.rateLimit.findMany({ where: { key: { in: keys } }, orderBy: { key: 'asc' } })).map(
        (each) => each.points,
      );
    await at.limits.requireAll(at.db, charges, now);
    await at.limits.requireAll(at.db, charges, after(now, 20_000));
    expect(await points()).toEqual([2, 2, 2]);
    const refused = at.limits.requireAll(at.db, charges, after(now, 30_000));
    await expect(refused).rejects.toMatchObject({ code: 'limit.exceeded', retryAfterSeconds: 30 });
    expect(await points()).toEqual([2, 2, 2]);
    await at.limits.refundAll(at.db, keys, now);
    expect(await points()).toEqual([1, 1, 1]);
    await at.limits.requireAll(at.db, charges, after(now, 60_000));
    expect(await points()).toEqual([1, 1, 1]);
    await at.limits.refundAll(at.db, keys, after(now, 120_000));
    expect(await points()).toEqual([1, 1, 1]);
  });

  it('charges nothing when the transaction around it is rolled back', async () => {
    const failed = at.transact(async (tx) => {
      await at.limits.demand(tx, 'rolled-back', rule, now);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await at.db.rateLimit.findUnique({ where: { key: 'rolled-back' } })).toBeNull();
  });
});

// This test fails without the `r.points < limit` of the statement, and with a SELECT in its place: 120 allowed both
// times.
describe('120 charges at once', () => {
  it('never exceed the limit', async () => {
    const fifty = { limit: 50, windowMs: 60_000 };
    const results = await Promise.all(Array.from({ length: 120 }, () => at.limits.charge(at.db, 'race', fifty, now)));
    expect(results.filter((result) => result.allowed)).toHaveLength(50);
    expect((await at.db.rateLimit.findUniqueOrThrow({ where: { key: 'race' } })).points).toBe(50);
  });

  it('never exceed one of several limits, and do not deadlock with refunds', async () => {
    const both = (own: number) => [
      { key: 'race network', rule: { limit: 40, windowMs: 60_000 } },
      { key: `race account ${own}`, rule: { limit: 15, windowMs: 60_000 } },
    ];
    let taken = 0;
    await Promise.all(
      Array.from({ length: 120 }, async (_each, index) => {
        const charges = both(index % 4);
        const refused = await at.limits.requireAll(at.db, charges, now).then(
          () => false,
          (error: unknown) => error instanceof AppError,
        );
        if (refused) return;
        if (index % 3 > 0) taken += 1;
        else
          await at.limits.refundAll(
            at.db,
            charges.map(({ key }) => key),
            now,
          );
      }),
    );
    const rows = await at.db.rateLimit.findMany({ where: { key: { startsWith: 'race ' } }, orderBy: { key: 'desc' } });
    const [network, ...accounts] = rows.map(({ points }) => points);
    expect(network).toBe(taken);
    expect(accounts.reduce((sum, each) => sum + each, 0)).toBe(taken);
    expect(taken).toBeLessThanOrEqual(40);
    for (const each of accounts) expect(each).toBeLessThanOrEqual(15);
  });

  it('start a new window once', async () => {
    const ten = { limit: 10, windowMs: 60_000 };
    for (let i = 0; i < 10; i += 1) await at.limits.charge(at.db, 'rollover', ten, now);
    const later = after(now, 60_000);
    const results = await Promise.all(
      Array.from({ length: 120 }, () => at.limits.charge(at.db, 'rollover', ten, later)),
    );
    expect(results.filter((result) => result.allowed)).toHaveLength(10);
  });

  it.each([
    ['rolled back', { allowed: true }],
    ['committed', { allowed: false, retryAfterSeconds: 60 }],
  ])('wait for a transaction that has charged, and continue from its count: %s', async (end, then) => {
    const one = { limit: 1, windowMs: 60_000 };
    const [charged, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = at
      .transact(async (tx) => {
        await at.limits.demand(tx, `waiting ${end}`, one, now);
        charged.resolve();
        await ends.promise;
        if (end === 'rolled back') throw new Error(end);
      })
      .catch(() => undefined);
    await charged.promise;
    let answered = false;
    const second = at.limits.charge(at.db, `waiting ${end}`, one, now).finally(() => {
      answered = true;
    });
    await expect.poll(() => lockWaits(at.db)).toBe(1);
    expect(answered).toBe(false);
    ends.resolve();
    expect(await second).toEqual(then);
    await first;
  });
});
