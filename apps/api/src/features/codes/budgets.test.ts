import { useTestIdentity } from '@laurel/support/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { accountKeys, type Budgets } from './policy.ts';
import type { Codes } from './port.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const now = new Date('2026-03-01T12:00:00.000Z');

const at = useTestIdentity();
let accountId: string;
let network: string;
let networks = 0;
beforeEach(async () => {
  accountId = await at.addAccount();
  networks += 1;
  network = `192.0.2.${networks}`;
});

const under = (limits: { account?: number; accountTotal?: number; network?: number }): Codes => {
  const budgets: Partial<Budgets> = {
    ...(limits.account ? { account: { limit: limits.account, windowMs: DAY_MS } } : {}),
    ...(limits.accountTotal ? { accountTotal: { limit: limits.accountTotal, windowMs: 3650 * DAY_MS } } : {}),
    ...(limits.network ? { network: { limit: limits.network, windowMs: HOUR_MS } } : {}),
  };
  return at.codes({ budgets });
};
/** Issues a new code and answers it with a wrong one. */
const missOnce = async (codes: Codes, when = now) => {
  const issued = { accountId, kind: 'email', ttlMs: HOUR_MS, now: when } as const;
  const { handle, code } = await at.transact((tx) => codes.issueCode(tx, issued));
  const guess = { handle, code: code === '111111' ? '222222' : '111111', kind: 'email', network, now: when } as const;
  return { guess, right: { ...guess, code }, outcome: await at.answer(codes, guess) };
};
/** Deletes the counters of an account, as support_unlock() does. */
const unlock = async (id: string): Promise<void> => {
  const { day, total } = accountKeys(id);
  await at.limits.clear(at.db, day);
  await at.limits.clear(at.db, total);
};
const refusal = (retryAfterSeconds: number) => ({ code: 'limit.exceeded', status: 429, retryAfterSeconds });

describe('the budgets of wrong codes', () => {
  it('limit an account for a day over all its codes; a new code resets nothing', async () => {
    const codes = under({ account: 4 });
    for (let i = 0; i < 4; i += 1) expect((await missOnce(codes)).outcome).toMatchObject({ outcome: 'wrong' });
    await expect(missOnce(codes, after(now, HOUR_MS))).rejects.toMatchObject(refusal(23 * 60 * 60));
    await expect(missOnce(codes, after(now, DAY_MS))).resolves.toMatchObject({ outcome: { outcome: 'wrong' } });
  });

  it('refuse the right code too, without using up its tries', async () => {
    const codes = under({ account: 1 });
    const { right } = await missOnce(codes);
    await expect(at.answer(codes, right)).rejects.toMatchObject(refusal(DAY_MS / 1000));
    const row = await at.db.challenge.findFirstOrThrow({ where: { accountId } });
    expect(row).toMatchObject({ attempts: 1, consumedAt: null });
    const tomorrow = after(now, DAY_MS);
    await at.db.challenge.update({ where: { id: row.id }, data: { expiresAt: after(tomorrow, 1) } });
    const again = { ...right, now: tomorrow };
    expect(await at.answer(codes, again)).toMatchObject({ outcome: 'right' });
  });

  it('limit an account over all days until support unlocks it', async () => {
    const codes = under({ account: 2, accountTotal: 5 });
    let when = now;
    for (let i = 0; i < 5; i += 1) {
      await missOnce(codes, when);
      when = after(when, DAY_MS / 2);
    }
    when = after(when, 30 * DAY_MS);
    await expect(missOnce(codes, when)).rejects.toMatchObject(refusal(DAY_MS / 1000));
    await unlock(accountId);
    expect((await missOnce(codes, when)).outcome).toMatchObject({ outcome: 'wrong' });
  });

  it('limit a network for an hour over all accounts', async () => {
    const codes = under({ network: 3 });
    for (let i = 0; i < 3; i += 1) {
      await missOnce(codes);
      accountId = await at.addAccount();
    }
    await expect(missOnce(codes)).rejects.toMatchObject(refusal(60 * 60));
    // The refusal charged no counter of the account.
    expect(await at.db.rateLimit.findUnique({ where: { key: `codes:account-day:${accountId}` } })).toBeNull();
    network = 'another';
    expect((await missOnce(codes)).outcome).toMatchObject({ outcome: 'wrong' });
  });
});
