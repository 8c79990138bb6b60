import { randomBytes } from 'node:crypto';
import { useTestIdentity } from '@laurel/support/identity';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { CodeKind, CodeOutcome, Codes, IssuedCode } from './port.ts';

const TTL_MS = 30 * 60_000;
const now = new Date('2026-03-01T12:00:00.000Z');
const network = '192.0.2.1';

const at = useTestIdentity();
let codes: Codes;
let accountId: string;
beforeAll(() => {
  codes = at.codes();
});
beforeEach(async () => {
  accountId = await at.addAccount();
});

const issue = (when = now, kind: CodeKind = 'email', by = codes): Promise<IssuedCode> =>
  at.transact((tx) => by.issueCode(tx, { accountId, kind, ttlMs: TTL_MS, now: when }));
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');
const answer = (
  handle: string,
  code: string,
  options: { when?: Date; kind?: CodeKind; only?: string; by?: Codes } = {},
): Promise<CodeOutcome> => {
  const { when = now, kind = 'email', only, by = codes } = options;
  const guess = { handle, code, kind, network, now: when, ...(only === undefined ? {} : { accountId: only }) };
  return at.answer(by, guess);
};
const issueIn = (thread: string, kind: CodeKind = 'email', when = now): Promise<IssuedCode> =>
  at.transact((tx) => codes.issueCode(tx, { accountId, thread, kind, ttlMs: TTL_MS, now: when }));
const points = async (key: string): Promise<number> =>
  (await at.db.rateLimit.findUnique({ where: { key } }))?.points ?? 0;
const rowOf = (handle: string) =>
  at.db.challenge.findUniqueOrThrow({ where: { handleHash: new Uint8Array(hashHandle(handle)) } });

describe('codes of several requesters', () => {
  it('replace each other only within one thread of an account', async () => {
    const [own, theirs, reset] = [
      await issueIn('own'),
      await issueIn('theirs'),
      await issueIn('own', 'password_reset'),
    ];
    const newer = await issueIn('theirs');
    expect(await answer(theirs.handle, theirs.code)).toMatchObject({ outcome: 'expired' });
    expect(await answer(own.handle, own.code)).toMatchObject({ outcome: 'right' });
    expect(await answer(reset.handle, reset.code, { kind: 'password_reset' })).toMatchObject({ outcome: 'right' });
    expect(await answer(newer.handle, newer.code)).toMatchObject({ outcome: 'right' });
  });

  it('end when a code without a thread is issued for the account', async () => {
    const own = await issueIn('own');
    const { handle, code } = await issue();
    expect(await answer(own.handle, own.code)).toMatchObject({ outcome: 'expired' });
    expect(await answer(handle, code)).toMatchObject({ outcome: 'right' });
  });
});

describe('a handle', () => {
  const find = (handle: string, from: string, by = codes, options: { accountId?: string; when?: Date } = {}) => {
    const { when = now, ...rest } = options;
    return by.find(at.db, { handle, kinds: ['email'], network: from, now: when, ...rest });
  };
  const EXPIRED = { outcome: 'expired', delivery: null };

  it('is open for its own kind and account without a charge, and unknown for others', async () => {
    const { handle } = await issue();
    const { id } = await rowOf(handle);
    expect(await find(handle, 'known')).toMatchObject({ id });
    expect(await find(handle, 'known', codes, { accountId })).toMatchObject({ id });
    expect(await points('codes:network:known')).toBe(0);
    const reset = await issue(now, 'password_reset');
    expect(await find(reset.handle, 'known')).toEqual(EXPIRED);
    expect(await find(handle, 'known', codes, { accountId: await at.addAccount() })).toEqual(EXPIRED);
    expect(await points('codes:network:known')).toBe(2);
  });

  it('is charged to its network if it is unknown, and is refused once the budget is used up', async () => {
    const strict = at.codes({ budgets: { network: { limit: 3, windowMs: TTL_MS } } });
    for (let each = 0; each < 3; each += 1) expect(await find(`made up ${each}`, 'guesser', strict)).toEqual(EXPIRED);
    await expect(find('made up', 'guesser', strict)).rejects.toMatchObject({ code: 'limit.exceeded' });
    const { handle } = await issue();
    await expect(find(handle, 'guesser', strict)).rejects.toMatchObject({ code: 'limit.exceeded' });
    expect(await find(handle, 'elsewhere', strict)).toMatchObject({ accountId });
  });

  it('is charged even if its code is spent, expired or used; only a used code may be answered again', async () => {
    const spent = await issue();
    for (let each = 0; each < 5; each += 1) await answer(spent.handle, wrongFor(spent.code));
    expect(await find(spent.handle, 'again')).toEqual({ outcome: 'spent', delivery: 'queued' });
    const used = await issue();
    await answer(used.handle, used.code);
    expect(await find(used.handle, 'again')).toMatchObject({ accountId });
    const expired = { outcome: 'expired', delivery: 'queued' };
    expect(await find(used.handle, 'again', codes, { when: after(now, TTL_MS) })).toEqual(expired);
    expect(await points('codes:network:again')).toBe(3);
  });
});

describe('a code', () => {
  it('has six digits and is right once; its try is refunded', async () => {
    const { challengeId, handle, code } = await issue();
    expect(code).toMatch(/^\d{6}$/);
    expect(await answer(handle, code)).toEqual({ outcome: 'right', challengeId, accountId, targetHash: null });
    expect(await points(`codes:account-day:${accountId}`)).toBe(0);
    expect(await rowOf(handle)).toMatchObject({ attempts: 0, consumedAt: now });
  });

  it('is stored as a hash, as is its handle', async () => {
    const { challengeId, handle, code } = await issue();
    const row = await at.db.challenge.findUniqueOrThrow({ where: { id: challengeId } });
    const stored = Buffer.concat([row.handleHash, row.codeHash ?? Buffer.alloc(0)]).toString('latin1');
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(handle);
    expect(row).toMatchObject({ delivery: 'queued', expiresAt: after(now, TTL_MS), createdAt: now });
  });

  it('returns “used” for the same code again, and not for another one', async () => {
    const { handle, code } = await issue();
    await answer(handle, code);
    for (let i = 0; i < 7; i += 1) {
      expect(await answer(handle, code)).toEqual({ outcome: 'used', accountId, codeMatches: true });
    }
    // A used code has limited tries like an open one: guesses must not reveal it.
    for (let i = 0; i < 5; i += 1) {
      expect(await answer(handle, wrongFor(code))).toEqual({ outcome: 'used', accountId, codeMatches: false });
    }
    expect(await answer(handle, code)).toEqual({ outcome: 'spent', delivery: 'queued' });
    expect(await points(`codes:account-day:${accountId}`)).toBe(5);
    expect(await answer(handle, code, { when: after(now, TTL_MS) })).toMatchObject({ outcome: 'expired' });
  });

  it('returns “used” even after another code was sent', async () => {
    const first = await issue();
    await answer(first.handle, first.code);
    const second = await issue();
    expect(await answer(first.handle, first.code)).toEqual({ outcome: 'used', accountId, codeMatches: true });
    expect(await answer(second.handle, second.code)).toMatchObject({ outcome: 'right' });
  });

  it('has five tries, after which the right one is refused', async () => {
    const { handle, code } = await issue();
    for (let i = 0; i < 5; i += 1) {
      expect(await answer(handle, wrongFor(code))).toEqual({ outcome: 'wrong', delivery: 'queued' });
    }
    expect(await answer(handle, code)).toEqual({ outcome: 'spent', delivery: 'queued' });
    expect(await points(`codes:account-day:${accountId}`)).toBe(5);
    expect(await points(`codes:account-total:${accountId}`)).toBe(5);
  });

  it('is right on the fifth try, and can still be repeated', async () => {
    const { handle, code } = await issue();
    for (let i = 0; i < 4; i += 1) await answer(handle, wrongFor(code));
    expect(await answer(handle, code)).toMatchObject({ outcome: 'right' });
    expect(await answer(handle, code)).toMatchObject({ outcome: 'used', codeMatches: true });
  });

  it('expires', async () => {
    const { handle, code } = await issue();
    expect(await answer(handle, code, { when: after(now, TTL_MS) })).toEqual({
      outcome: 'expired',
      delivery: 'queued',
    });
    expect(await answer(handle, code, { when: after(now, TTL_MS - 1) })).toMatchObject({ outcome: 'right' });
  });

  it('ends when another of its kind is issued, even at the same time, but not of another kind or account', async () => {
    const [first, reset] = [await issue(), await issue(now, 'password_reset')];
    const second = await issue();
    const own = accountId;
    accountId = await at.addAccount();
    await issue();
    expect(await answer(first.handle, first.code)).toMatchObject({ outcome: 'expired' });
    expect(await answer(second.handle, second.code)).toMatchObject({ outcome: 'right', accountId: own });
    expect(await answer(reset.handle, reset.code, { kind: 'password_reset' })).toMatchObject({ outcome: 'right' });
  });

  it('has ended even for a request that read its clock before the next code was issued', async () => {
    const first = await issue(now);
    await issue(after(now, 50));
    expect(await answer(first.handle, first.code, { when: after(now, 20) })).toMatchObject({ outcome: 'expired' });
  });

  it('is unknown for another kind, another account or an unknown handle', async () => {
    const targetHash = new Uint8Array(randomBytes(32));
    const issued = { accountId, kind: 'phone', ttlMs: TTL_MS, targetHash, now } as const;
    const { challengeId, handle, code } = await at.transact((tx) => codes.issueCode(tx, issued));
    const unknown = { outcome: 'expired', delivery: null };
    expect(await answer(handle, code, { kind: 'email' })).toEqual(unknown);
    expect(await answer(handle, code, { kind: 'phone', only: await at.addAccount() })).toEqual(unknown);
    expect(await answer('AAAAAAAAAAAAAAAAAAAAAA', code, { kind: 'phone' })).toEqual(unknown);
    expect(await points(`codes:account-day:${accountId}`)).toBe(0);
    const right = await answer(handle, code, { kind: 'phone', only: accountId });
    expect(right).toMatchObject({ outcome: 'right', challengeId });
    expect(right.outcome === 'right' && right.targetHash && Buffer.from(right.targetHash)).toEqual(
      Buffer.from(targetHash),
    );
  });
});

describe('a code that is issued again', () => {
  const target = (fill: number) => new Uint8Array(32).fill(fill);
  const again = (when: Date, targetHash = target(1), by = codes): Promise<IssuedCode> =>
    at.transact((tx) =>
      by.issueCode(tx, { accountId, kind: 'phone', ttlMs: TTL_MS, targetHash, again: true, now: when }),
    );
  const guess = (code: IssuedCode, digits: string, when: Date) => answer(code.handle, digits, { kind: 'phone', when });
  const minutes = (count: number): Date => after(now, count * 60_000);

  it('is the same, with the same handle and count of tries, and lasts as long as a new one', async () => {
    const first = await again(now);
    await guess(first, wrongFor(first.code), now);
    expect(await again(minutes(20))).toEqual(first);
    expect(await rowOf(first.handle)).toMatchObject({ attempts: 1, expiresAt: minutes(50) });
    expect(await guess(first, first.code, minutes(49))).toMatchObject({ outcome: 'right' });
  });

  it('is another one if that is spent, used, expired, or was sent to another target', async () => {
    const spent = await again(now);
    for (let i = 0; i < 5; i += 1) await guess(spent, wrongFor(spent.code), now);
    const used = await again(now);
    await guess(used, used.code, now);
    const expired = await again(now);
    const other = await again(minutes(30), target(2));
    const newest = await again(minutes(30));
    expect(new Set([spent, used, expired, other, newest].map(({ handle }) => handle)).size).toBe(5);
    expect(await guess(other, other.code, minutes(30))).toMatchObject({ outcome: 'expired' });
  });

  it('is the same after a change of DATA_KEY with DATA_KEY_PREVIOUS, and another one without', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const first = await again(now, target(1), at.codes({ dataKey: old }));
    expect(await again(now, target(1), at.codes({ dataKey: fresh, previous: [old] }))).toEqual(first);
    expect((await again(now, target(1), at.codes({ dataKey: fresh }))).handle).not.toBe(first.handle);
  });
});

describe('the handle of an open code', () => {
  const open = (when = now, thread?: string) =>
    codes.openHandle(at.db, { accountId, kind: 'email', now: when, ...(thread === undefined ? {} : { thread }) });

  it('belongs to the code of the thread, or to the newest of all without a thread', async () => {
    const first = await issueIn('first');
    const second = await issueIn('second', 'email', after(now, 1));
    const later = after(now, 2);
    expect(await open(later, 'third')).toBeUndefined();
    expect(await open(later, 'first')).toBe(first.handle);
    expect(await open(later)).toBe(second.handle);
  });

  it('is undefined if no code is open: none, used, spent, expired', async () => {
    expect(await open()).toBeUndefined();
    const used = await issue();
    await answer(used.handle, used.code);
    expect(await open()).toBeUndefined();
    const spent = await issue();
    for (let i = 0; i < 5; i += 1) await answer(spent.handle, wrongFor(spent.code));
    expect(await open()).toBeUndefined();
    await issue();
    expect(await open(after(now, TTL_MS))).toBeUndefined();
  });
});

describe('a change of DATA_KEY', () => {
  it('keeps open codes valid with DATA_KEY_PREVIOUS, and not without it', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const { handle, code } = await issue(now, 'email', at.codes({ dataKey: old }));
    const [changed, rotated] = [at.codes({ dataKey: fresh }), at.codes({ dataKey: fresh, previous: [old] })];
    const of = { accountId, kind: 'email', now } as const;
    expect(await changed.openHandle(at.db, of)).toBeUndefined();
    expect(await rotated.openHandle(at.db, of)).toBe(handle);
    expect(await answer(handle, code, { by: changed })).toMatchObject({ outcome: 'wrong' });
    expect(await answer(handle, wrongFor(code), { by: rotated })).toMatchObject({ outcome: 'wrong' });
    expect(await answer(handle, code, { by: rotated })).toMatchObject({ outcome: 'right' });
  });
});
