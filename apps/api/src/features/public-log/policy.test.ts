import { sha256 } from '@laurel/tlog/node';
import { describe, expect, it } from 'vitest';
import { isLeafOf, missingItems, mostVotes, resultItem, type StoredItem, totalsWith } from './policy.ts';

describe('the votes of the largest category', () => {
  it('include the votes in the log and the votes that are being added', () => {
    const totals = totalsWith({ 1: 5, 2: 4 }, [{ categoryId: 2 }, { categoryId: 2 }, { categoryId: 3 }]);
    expect(totals).toEqual({ 1: 5, 2: 6, 3: 1 });
    expect(mostVotes(totals)).toBe(6);
    expect(mostVotes(totalsWith({ 1: 5 }, [{ categoryId: 2 }]))).toBe(5);
    expect(mostVotes(totalsWith({}, []))).toBe(0);
  });
});

describe('the leaf of an item', () => {
  const nonce = new Uint8Array(16).fill(7);
  const times = { votingOpensAt: new Date('2026-11-01T00:00:00Z'), votingClosesAt: null, winnersAnnouncedAt: null };
  const group = (number: number) => ({
    decisions: [
      {
        number,
        state: 'undone' as const,
        appliedAt: '2026-11-02T00:00:00.000Z',
        undoneAt: '2026-11-03T00:00:00.000Z',
        reason: { en: 'a', uk: 'b' },
      },
    ],
    categories: [{ nomination: 'best', niche: 'all', votes: 9 }],
  });
  const itemsOf = (year: number) => [
    ...missingItems(
      sha256,
      year,
      { editions: [{ number: 1, json: '{}' }], times, decisions: [group(4), group(5)] },
      { refs: new Set(), times: undefined },
    ),
    resultItem(sha256, year, nonce, 'best/all one 9 0\n'),
  ];
  const stored = (item: Pick<StoredItem, 'kind' | 'ref' | 'content'>): StoredItem => ({
    ...item,
    ...(item.kind === 'result' ? { nonce, text: 'best/all one 9 0\n' } : { nonce: null, text: null }),
  });

  it('matches this item only, not another item or the same item of another year', () => {
    const items = itemsOf(2026);
    expect(items).toHaveLength(7);
    const leaves = [...items, ...itemsOf(2027)].map(({ leaf }) => leaf);
    for (const [at, item] of items.entries()) {
      const places = [...leaves.keys()].filter((place) => isLeafOf(sha256, 2026, stored(item), leaves[place] ?? nonce));
      expect({ ref: item.ref, places }).toEqual({ ref: item.ref, places: [at] });
    }
  });

  it('does not match the item after a change', () => {
    const changed = [
      { kind: 'edition', content: '{"year":2026}' },
      { kind: 'edition', ref: '2' },
      { kind: 'phase', ref: '- - -' },
      { kind: 'phase', ref: 'now - -' },
      { kind: 'exclusion', ref: '6 applied' },
      { kind: 'result', text: 'best/all one 8 0\n' },
      { kind: 'result', text: null },
    ] as const;
    for (const change of changed) {
      const item = itemsOf(2026).find(({ kind }) => kind === change.kind);
      if (!item) throw new Error(`no item of the kind ${change.kind}`);
      expect({ change, is: isLeafOf(sha256, 2026, { ...stored(item), ...change }, item.leaf) }).toEqual({
        change,
        is: false,
      });
    }
  });
});
