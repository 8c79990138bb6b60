import { describe, expect, it } from 'vitest';
import { isTokenUsable } from './token.ts';

const NOW = new Date('2025-11-20T18:00:00Z');
const NOW_S = NOW.getTime() / 1_000;
const token = (payload: unknown): string =>
  ['{}', JSON.stringify(payload), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');

describe('a stored token', () => {
  it('SE-02 is usable until its exp claim', () => {
    expect(isTokenUsable(token({ exp: NOW_S + 1 }), NOW)).toBe(true);
    expect(isTokenUsable(token({ exp: NOW_S }), NOW)).toBe(false);
    expect(isTokenUsable(token({ exp: NOW_S - 1, name: 'Оксана ÿÿÿ' }), NOW)).toBe(false);
    expect(isTokenUsable(token({ exp: NOW_S + 1, name: 'Оксана ÿÿÿ' }), NOW)).toBe(true);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', token({}), token('x'), token({ exp: 'soon' }), token(null)])(
    'SE-02 is not usable if it is malformed: %j',
    (malformed) => {
      expect(isTokenUsable(malformed, NOW)).toBe(false);
    },
  );
});
