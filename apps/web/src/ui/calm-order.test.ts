import { describe, expect, it } from 'vitest';
import { calmOrder } from './calm-order.ts';

describe('a calm order', () => {
  const shown = ['a', 'b', 'c'];

  it('follows what is wanted, and waits while somebody is at the list', () => {
    expect(calmOrder(shown, ['c', 'a', 'b'], false)).toEqual(['c', 'a', 'b']);
    expect(calmOrder(shown, ['c', 'a', 'b'], true)).toBe(shown);
  });

  it('stays the very same where nothing changes', () => {
    expect(calmOrder(shown, ['a', 'b', 'c'], false)).toBe(shown);
  });

  it('never waits to show other items', () => {
    expect(calmOrder(shown, ['d', 'a'], true)).toEqual(['d', 'a']);
    expect(calmOrder(shown, ['a', 'b', 'd'], true)).toEqual(['a', 'b', 'd']);
  });
});
