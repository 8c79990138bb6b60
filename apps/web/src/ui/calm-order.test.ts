import { describe, expect, it } from 'vitest';
import { calmOrder } from './calm-order.ts';

describe('a calm order', () => {
  const shown = ['a', 'b', 'c'];

  it('follows the wanted order, and waits while the list is in use', () => {
    expect(calmOrder(shown, ['c', 'a', 'b'], false)).toEqual(['c', 'a', 'b']);
    expect(calmOrder(shown, ['c', 'a', 'b'], true)).toBe(shown);
  });

  it('returns the same array if nothing changes', () => {
    expect(calmOrder(shown, ['a', 'b', 'c'], false)).toBe(shown);
  });

  it('shows other items at once', () => {
    expect(calmOrder(shown, ['d', 'a'], true)).toEqual(['d', 'a']);
    expect(calmOrder(shown, ['a', 'b', 'd'], true)).toEqual(['a', 'b', 'd']);
  });
});
