import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../../lib/storage.ts';
import { stored } from '../../lib/stored.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { keeperOf } from './kept-votes.ts';

const CRYPTO = { nomination: 'best-partner', niche: 'crypto' };
const FINANCE = { nomination: 'best-partner', niche: 'finance' };
const LOG = 'awards.example/log/2025';

let keeper: ReturnType<typeof keeperOf>;
beforeEach(() => {
  stubWindow();
  keeper = keeperOf('ada', LOG);
});
afterEach(() => {
  clearStorage();
  vi.unstubAllGlobals();
});

describe('the data that checks a vote', () => {
  it('has a nonce of 16 octets for each category, the same one for a second try', () => {
    const nonce = keeper.nonceFor(CRYPTO);
    expect(nonce).toMatch(/^[A-Za-z0-9_-]{21}[AQgw]$/);
    expect(keeper.nonceFor(CRYPTO)).toBe(nonce);
    expect(keeper.nonceFor(FINANCE)).not.toBe(nonce);
    expect(keeper.find(CRYPTO)).toMatchObject({ nonce, sure: false });
  });

  it('does not change after the vote was recorded', () => {
    const nonce = keeper.nonceFor(CRYPTO);
    keeper.keep(CRYPTO, { nonce, promise: 'promise', sure: true });
    expect(keeper.nonceFor(CRYPTO)).toBe(nonce);
    keeper.keep(CRYPTO, { nonce, promise: 'another', sure: true });
    expect(keeper.find(CRYPTO)).toMatchObject({ nonce, promise: 'promise', sure: true });
  });

  it('belongs to an account and a log', () => {
    keeper.nonceFor(CRYPTO);
    expect(keeperOf('eve', LOG).find(CRYPTO)).toBeUndefined();
    expect(keeperOf('ada', 'awards.example/log/2026').find(CRYPTO)).toBeUndefined();
    expect(keeperOf('ada', LOG).find(CRYPTO)).toBeDefined();
  });

  it('is limited: the oldest entries are removed first', () => {
    for (let at = 0; at < 310; at += 1) keeper.nonceFor({ nomination: 'n', niche: `c-${at}` });
    expect(stored.keptVotes.read()).toHaveLength(300);
    expect(keeper.find({ nomination: 'n', niche: 'c-9' })).toBeUndefined();
    expect(keeper.find({ nomination: 'n', niche: 'c-10' })).toBeDefined();
  });
});
