import { randomBytes } from 'node:crypto';
import { useTestIdentity } from '@laurel/support/identity';
import { beforeAll, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import type { ClaimKind } from './claims.port.ts';
import { createClaims } from './claims.service.ts';

const DAY_MS = 24 * 60 * 60_000;
const claims = createClaims();
const now = new Date('2026-03-01T12:00:00.000Z');

const at = useTestIdentity();
let [ada, bob] = ['', ''];
beforeAll(async () => {
  [ada, bob] = [await at.addAccount(), await at.addAccount()];
});

const hold = (accountId: string, fingerprint: Uint8Array, from = now, kind: ClaimKind = 'phone') =>
  at.transact((tx) => claims.hold(tx, { kind, fingerprint, accountId, heldUntil: after(from, DAY_MS), now: from }));
const holder = (phoneHash: Uint8Array, when = now) => at.transact((tx) => claims.holder(tx, phoneHash, when));
const isBarred = (accountId: string, fingerprint: Uint8Array, when = now, kind: ClaimKind = 'phone') =>
  at.transact((tx) => claims.isBarred(tx, { kind, fingerprint, accountId, now: when }));

describe('a claim', () => {
  it('belongs to one account until it expires', async () => {
    const number = randomBytes(32);
    expect(await holder(number)).toBeUndefined();
    expect(await hold(ada, number)).toBe(true);
    expect(await holder(number)).toBe(ada);
    expect(await hold(bob, number)).toBe(false);
    expect(await holder(number)).toBe(ada);

    const justBefore = after(now, DAY_MS - 1);
    expect(await hold(bob, number, justBefore)).toBe(false);
    const ended = after(now, DAY_MS);
    expect(await holder(number, ended)).toBeUndefined();
    expect(await hold(bob, number, ended)).toBe(true);
    expect(await holder(number, ended)).toBe(bob);
    // The day for which claims bar others has passed, and Bob's claim does not begin another.
    expect(await hold(ada, number, ended)).toBe(true);
    expect(await holder(number, ended)).toBe(ada);
  });

  it('is renewed by the account that holds it', async () => {
    const number = randomBytes(32);
    await hold(ada, number);
    expect(await hold(ada, number, after(now, DAY_MS / 2))).toBe(true);
    expect(await holder(number, after(now, DAY_MS))).toBe(ada);
    expect(await holder(number, after(now, DAY_MS * 1.5))).toBeUndefined();
  });

  it('has a kind: the same fingerprint of another kind is another claim', async () => {
    const value = randomBytes(32);
    await hold(ada, value, now, 'instagram');
    expect(await hold(bob, value, now, 'email')).toBe(true);
    expect(await isBarred(bob, value, now, 'instagram')).toBe(true);
    expect(await holder(value)).toBeUndefined();
  });

  it('is released by kind, and only by its own account', async () => {
    const [number, name] = [randomBytes(32), randomBytes(32)];
    await hold(ada, number);
    await hold(ada, name, now, 'instagram');
    await at.transact((tx) => claims.release(tx, bob, 'phone'));
    expect(await holder(number)).toBe(ada);
    await at.transact((tx) => claims.release(tx, ada, 'phone'));
    expect(await holder(number)).toBeUndefined();
    expect(await isBarred(bob, name, now, 'instagram')).toBe(true);
  });

  it('bars others for one day in thirty, even if it is released, claimed again, or loses its account', async () => {
    // This test fails (barred for ever) with the claim deleted on release or with its account.
    const number = randomBytes(32);
    const squatters = [await at.addAccount({ emailVerified: false }), await at.addAccount({ emailVerified: false })];
    for (const [index, squatter] of squatters.entries()) {
      const when = after(now, (index * DAY_MS) / 4);
      expect(await hold(squatter, number, when)).toBe(true);
      expect([await isBarred(squatter, number, when), await isBarred(bob, number, when)]).toEqual([false, true]);
      expect(await hold(bob, number, when)).toBe(false);
      expect(await hold(squatter, number, after(when, DAY_MS / 24))).toBe(true);
      if (index === 0) await at.db.account.delete({ where: { id: squatter } });
      else await at.transact((tx) => claims.release(tx, squatter, 'phone'));
    }
    const ended = after(now, DAY_MS);
    expect(await hold(ada, number, ended)).toBe(true);
    expect(await isBarred(bob, number, ended)).toBe(false);
    expect(await hold(bob, number, ended)).toBe(true);
    // Claimed again each time that the claim ends.
    for (let day = 3; day < 30; day += 9) {
      expect(await hold(ada, number, after(now, day * DAY_MS))).toBe(true);
      expect(await hold(bob, number, after(now, day * DAY_MS))).toBe(true);
    }
    const month = after(now, 30 * DAY_MS);
    expect(await hold(ada, number, month)).toBe(true);
    expect(await hold(bob, number, month)).toBe(false);
  });

  it('ends with its account', async () => {
    const number = randomBytes(32);
    const fleeting = await at.addAccount({ emailVerified: false });
    await hold(fleeting, number);
    await at.db.account.delete({ where: { id: fleeting } });
    expect(await holder(number)).toBeUndefined();
  });
});

// This test fails (all fifty got it) without the WHERE of the upsert.
describe('a claim by fifty accounts at once', () => {
  const race = async (fingerprint: Uint8Array, from: Date) => {
    const accounts = await Promise.all(Array.from({ length: 50 }, () => at.addAccount()));
    const held = await Promise.all(accounts.map((account) => hold(account, fingerprint, from)));
    expect(held.filter(Boolean)).toHaveLength(1);
    expect(await holder(fingerprint, from)).toBe(accounts[held.indexOf(true)]);
  };

  it('gives a free name to one account', () => race(randomBytes(32), now));

  it('gives a name whose claim has expired to one account', async () => {
    const name = randomBytes(32);
    await hold(ada, name);
    await race(name, after(now, 30 * DAY_MS));
  });
});
