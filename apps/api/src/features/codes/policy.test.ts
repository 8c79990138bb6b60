import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { accountKeys, chargesOf, codeInput, codeState, requesterKeys } from './policy.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('a challenge', () => {
  it('is open until its last try or its expiry', () => {
    expect(codeState({ attempts: 0, expiresAt: after(now, 1) }, now)).toBe('open');
    expect(codeState({ attempts: 4, expiresAt: after(now, 1) }, now)).toBe('open');
    expect(codeState({ attempts: 5, expiresAt: after(now, 1) }, now)).toBe('spent');
    expect(codeState({ attempts: 0, expiresAt: now }, now)).toBe('expired');
    expect(codeState({ attempts: 5, expiresAt: now }, now)).toBe('expired');
  });
});

describe('the charges of a try', () => {
  const rule = (limit: number) => ({ limit, windowMs: 1_000 });
  const budgets = { account: rule(20), accountTotal: rule(100), askerTotal: rule(90), network: rule(500) };

  it('are for the account for a day, the account in all, and the network, in this order', () => {
    const charges = chargesOf({ accountId: 'a', network: '192.0.2.1' }, budgets);
    expect(charges.map(({ rule: { limit } }) => limit)).toEqual([20, 100, 500]);
    const keys = charges.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(keys.slice(0, 2)).toEqual(Object.values(accountKeys('a')));
    expect(keys).toEqual([...keys].sort());
  });

  it('are for the requester in place of the account for codes by mail', () => {
    const charges = chargesOf({ thread: 'a:x', network: '192.0.2.1' }, budgets);
    expect(charges.map(({ rule: { limit } }) => limit)).toEqual([20, 90, 500]);
    const keys = charges.map(({ key }) => key);
    expect(keys.slice(0, 2)).toEqual(Object.values(requesterKeys('a:x')));
    expect(keys).toEqual([...keys].sort());
    for (const prefix of Object.values(requesterKeys('a:'))) expect(keys.join()).toContain(prefix);
  });

  it('differ between accounts and between networks', () => {
    const keys = (accountId: string, network: string) =>
      chargesOf({ accountId, network }, budgets).map(({ key }) => key);
    expect(keys('a', 'n')[0]).not.toBe(keys('b', 'n')[0]);
    expect(keys('a', 'n')[1]).not.toBe(keys('b', 'n')[1]);
    expect(keys('a', 'n')[2]).toBe(keys('b', 'n')[2]);
    expect(keys('a', 'm')[2]).not.toBe(keys('a', 'n')[2]);
  });
});

it('binds the hash of a code to its challenge', () => {
  expect(codeInput('a', '123456')).not.toBe(codeInput('b', '123456'));
});
