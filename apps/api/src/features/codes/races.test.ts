import { randomUUID } from 'node:crypto';
import { useTestIdentity } from '@laurel/support/identity';
import { lockWaits } from '@laurel/support/lock-waits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../app-error.ts';
import type { Codes, RequestKey } from './port.ts';

const HOUR_MS = 60 * 60_000;
const now = new Date('2026-03-01T12:00:00.000Z');

const at = useTestIdentity();
let codes: Codes;
let accountId: string;
beforeAll(() => {
  codes = at.codes();
});
beforeEach(async () => {
  accountId = await at.addAccount();
});

const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const count = <T>(all: readonly T[], of: T): number => all.filter((each) => each === of).length;
const issue = (forAccount = accountId) =>
  at.transact((tx) => codes.issueCode(tx, { accountId: forAccount, kind: 'email', ttlMs: HOUR_MS, now }));
/** The outcome of a guess, or the error code of its refusal. */
const guess = async (by: Codes, handle: string, code: string, network = 'race'): Promise<string> => {
  try {
    return (await at.answer(by, { handle, code, kind: 'email', network, now })).outcome;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
/** The request key of a handle, with a try counted; undefined if it is closed. */
const tryKey = async (handle: string, by = codes, when = now): Promise<RequestKey | undefined> => {
  const options = { handle, network: 'keys', now: when };
  const key = await by.findKey(at.db, options);
  return key && (await at.transact((tx) => by.tryKey(tx, key, options))) ? key : undefined;
};
const notThe = (code: string, index: number): string => {
  const other = String(index).padStart(6, '0');
  return other === code ? '999999' : other;
};

describe('60 guesses at once', () => {
  // This test fails without `attempts < 5` in countTry's statement: only the table's CHECK then stopped the sixth, as an
  // error.
  it('at one code use its five tries', async () => {
    const { challengeId, handle, code } = await issue();
    const outcomes = await atOnce(60, (index) => guess(codes, handle, notThe(code, index)));
    expect(count(outcomes, 'wrong')).toBe(5);
    expect(count(outcomes, 'spent')).toBe(55);
    expect((await at.db.challenge.findUniqueOrThrow({ where: { id: challengeId } })).attempts).toBe(5);
    expect((await at.db.rateLimit.findUniqueOrThrow({ where: { key: `codes:account-day:${accountId}` } })).points).toBe(
      5,
    );
  });

  // This test fails without the charge in tryKey: 50 counted, five for each key.
  it('at ten request keys of one account use its twenty tries a day', async () => {
    const strict = at.codes({ budgets: { account: { limit: 20, windowMs: 24 * HOUR_MS } } });
    const keys = await atOnce(10, () =>
      at.transact((tx) => strict.issueKey(tx, { accountId, purpose: { kind: 'totp_login' }, ttlMs: HOUR_MS, now })),
    );
    const outcomes = await atOnce(60, async (index) => {
      try {
        const handle = keys[index % keys.length] ?? '';
        return (await tryKey(handle, strict)) ? 'counted' : 'refused';
      } catch (error) {
        if (error instanceof AppError) return error.code;
        throw error;
      }
    });
    expect(count(outcomes, 'counted')).toBe(20);
    expect(count(outcomes, 'counted') + count(outcomes, 'limit.exceeded') + count(outcomes, 'refused')).toBe(60);
    const tries = await at.db.challenge.aggregate({ where: { accountId }, _sum: { attempts: true } });
    expect(tries._sum.attempts).toBe(20);
  });
});

describe('the right code', () => {
  // This test fails without `consumed_at IS NULL` in consume's statement: 50 right.
  it('is consumed once when it is sent 50 times at once', async () => {
    const { handle, code } = await issue();
    const outcomes = await atOnce(50, () => guess(codes, handle, code));
    expect(count(outcomes, 'right')).toBe(1);
    expect(count(outcomes, 'used')).toBe(49);
  });

  // This test fails without lockIssue: ten codes stayed open.
  it('is the only open one when many are issued at once', async () => {
    const issued = await atOnce(30, () => issue());
    const open = await at.db.challenge.findMany({ where: { accountId, expiresAt: { gt: now } } });
    expect(open).toHaveLength(1);
    const outcomes = await Promise.all(issued.map(({ handle, code }) => guess(codes, handle, code)));
    expect(count(outcomes, 'right')).toBe(1);
    expect(count(outcomes, 'expired')).toBe(29);
  });

  it('is either right or expired when another is issued at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { handle, code } = await issue();
      const [outcome, next] = await Promise.all([guess(codes, handle, code), issue()]);
      expect(['right', 'expired']).toContain(outcome);
      expect(await guess(codes, next.handle, next.code)).toBe('right');
    }
  });
});

describe('a code that another transaction has locked', () => {
  const issueIn = (thread: string) =>
    at.transact((tx) => codes.issueCode(tx, { accountId, thread, kind: 'email', ttlMs: HOUR_MS, now }));

  // This test fails without `expires_at > now` in countTry's statement: right.
  it('is not compared if it is replaced', async () => {
    const { challengeId, handle, code } = await issue();
    const guesses: Promise<string>[] = [];
    await at.transact(async (tx) => {
      await tx.$executeRaw`UPDATE challenges SET expires_at = created_at WHERE id = ${challengeId}::uuid`;
      guesses.push(guess(codes, handle, code, 'replaced'));
      await expect.poll(() => lockWaits(at.db)).toBe(1);
    });
    expect(await Promise.all(guesses)).toEqual(['expired']);
    const charged = await at.db.rateLimit.findUniqueOrThrow({ where: { key: 'codes:network:replaced' } });
    expect(charged.points).toBe(0);
  });

  // This test fails without SKIP LOCKED in closeIdle: it waited.
  it('is not ended by closeCodes, which does not wait for it', async () => {
    const [held, idle] = [await issueIn('held'), await issueIn('idle')];
    await at.transact(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM challenges WHERE id = ${held.challengeId}::uuid FOR UPDATE`;
      await at.transact(async (other) => {
        await other.$executeRaw`SET LOCAL lock_timeout = '1s'`;
        await codes.closeCodes(other, { accountId, kinds: ['email'], now });
      });
    });
    expect(await guess(codes, idle.handle, idle.code)).toBe('expired');
    expect(await guess(codes, held.handle, held.code)).toBe('right');
  });
});

describe('a request key', () => {
  const setupId = randomUUID();
  const issueKey = () =>
    at.transact((tx) =>
      codes.issueKey(tx, { accountId, purpose: { kind: 'totp_setup', setupId }, ttlMs: HOUR_MS, now }),
    );
  it('has five tries and a lifetime, and ends when it is used or closed', async () => {
    const [tried, used, closed] = [await issueKey(), await issueKey(), await issueKey()];
    for (let i = 0; i < 5; i += 1) expect(await tryKey(tried)).toMatchObject({ accountId, kind: 'totp_setup' });
    expect(await tryKey(tried)).toBeUndefined();
    expect(await tryKey(used, codes, new Date(now.getTime() + HOUR_MS))).toBeUndefined();
    const key = await tryKey(used);
    expect(await at.transact((tx) => codes.consumeKey(tx, key?.challengeId ?? '', now))).toBe(true);
    expect(await at.transact((tx) => codes.consumeKey(tx, key?.challengeId ?? '', now))).toBe(false);
    expect(await tryKey(used)).toBeUndefined();
    await at.transact((tx) => codes.closeKeys(tx, accountId, now));
    expect(await tryKey(closed)).toBeUndefined();
    expect(await tryKey('AAAAAAAAAAAAAAAAAAAAAA')).toBeUndefined();
  });

  it('is not accepted as a code, nor a code as a request key', async () => {
    const [key, { handle }] = [await issueKey(), await issue()];
    expect(await guess(codes, key, '000000')).toBe('expired');
    expect(await tryKey(handle)).toBeUndefined();
  });

  it('is consumed by one of 50 requests at once', async () => {
    const handle = await issueKey();
    const key = await tryKey(handle);
    const used = await atOnce(50, () => at.transact((tx) => codes.consumeKey(tx, key?.challengeId ?? '', now)));
    expect(count(used, true)).toBe(1);
  });
});
