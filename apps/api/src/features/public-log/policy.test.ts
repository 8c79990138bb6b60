import { decodeLeaf } from '@laurel/contracts/public-log/leaves';
import { sha256 } from '@laurel/tlog/node';
import { describe, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import {
  canWait,
  isDue,
  isFinal,
  isLeafOf,
  missingItems,
  mostVotes,
  originOf,
  resultItem,
  resultText,
  type StoredItem,
  shuffle,
  totalsWith,
  waitedSeconds,
  yearOf,
} from './policy.ts';

describe('the origin of a log', () => {
  it('has the host and the year, without the port', () => {
    expect(originOf({ year: 2026, log: {} }, 'https://awards.example:8443/de')).toBe('awards.example/log/2026');
    expect(originOf({ year: 2026, log: { host: 'final.example' } }, 'http://localhost')).toBe('final.example/log/2026');
  });

  it.each([
    ['awards.example/log/2026', 2026],
    ['awards.example/log/2026/', undefined],
    ['awards.example/log/26', undefined],
    ['awards.example/log/12026', undefined],
    ['awards.example/2026', undefined],
  ])('%s is of the year %s', (origin, year) => {
    expect(yearOf(origin)).toBe(year);
  });
});

describe('waiting votes', () => {
  const rule = { group: 20, delay: 600 };
  const now = new Date('2026-11-24T20:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);

  it.each([
    [false, 'without votes, even after the end of voting', { votes: 0, oldest: null, fewest: 0 }, true],
    [
      false,
      'while a category is not full and the oldest is new',
      { votes: 900, oldest: ago(599_999), fewest: 19 },
      false,
    ],
    [true, 'if each category is full', { votes: 40, oldest: ago(0), fewest: 20 }, false],
    [true, 'if the oldest has waited for the delay', { votes: 1, oldest: ago(600_000), fewest: 1 }, false],
    [true, 'if voting is over', { votes: 1, oldest: ago(0), fewest: 1 }, true],
    [false, 'if the time of the oldest is not known', { votes: 1, oldest: null, fewest: 1 }, false],
  ])('enter the log: %s %s', (due, _when, waiting, over) => {
    expect(isDue(waiting, rule, over, now)).toBe(due);
  });

  it('may wait until the delay has passed, and not after the end of voting', () => {
    expect([canWait(ago(599_999), rule, false, now), canWait(ago(600_000), rule, false, now)]).toEqual([true, false]);
    expect(canWait(ago(0), rule, true, now)).toBe(false);
  });

  it('can’t arrive any more some time after the end of voting, if it has one', () => {
    const times = { votingOpensAt: null, votingClosesAt: ago(LAST_VOTE_MS), winnersAnnouncedAt: null };
    expect(isFinal(times, true, now)).toBe(true);
    expect(isFinal(times, false, now)).toBe(false);
    expect(isFinal({ ...times, votingClosesAt: ago(LAST_VOTE_MS - 1) }, true, now)).toBe(false);
    expect(isFinal({ ...times, votingClosesAt: null }, true, now)).toBe(false);
  });
});

describe('the age of the votes that wait for the log', () => {
  it.each([
    ['the oldest vote that was seen', '10:05', '10:01', null, 540],
    ['the last look, which had seen no vote', '10:05', null, null, 300],
    ['the last look, if voting opened before it', '10:05', null, '10:00', 300],
    ['the opening, if the last look was before it', '10:05', null, '10:08', 120],
    ['the oldest vote, also if the opening was moved to a later time', '10:05', '10:01', '11:00', 540],
    ['the opening, also if it is in the future', '10:05', null, '11:00', 0],
  ])('is counted from %s', (_what, at, oldest, opensAt, seconds) => {
    const time = (text: string): Date => new Date(`2026-06-01T${text}:00Z`);
    const timeOr = (text: string | null): Date | null => (text === null ? null : time(text));
    expect(waitedSeconds({ at: time(at), oldest: timeOr(oldest) }, timeOr(opensAt), time('10:10'))).toBe(seconds);
  });
});

describe('shuffle', () => {
  it('exchanges each item, from the last, with a random one up to it', () => {
    const ends: number[] = [];
    const first = (end: number) => {
      ends.push(end);
      return 0;
    };
    expect(shuffle(['a', 'b', 'c', 'd'], first)).toEqual(['b', 'c', 'd', 'a']);
    expect(ends).toEqual([4, 3, 2]);
    expect(shuffle(['a', 'b', 'c'], (end) => end - 1)).toEqual(['a', 'b', 'c']);
    expect(shuffle([], first)).toEqual([]);
  });
});

it('the text of a result has the votes of each nominee, and how many are left out', () => {
  const nominee = { nomination: 'best', niche: 'all', cast: 9, excluded: 2 };
  const counts = [
    { ...nominee, company: 'two' },
    { ...nominee, company: 'one', excluded: 0 },
  ];
  expect(resultText(counts)).toBe('best/all one 9 0\nbest/all two 9 2\n');
});

describe('the votes of the largest category', () => {
  it('include the votes in the log and the votes that are being added', () => {
    const totals = totalsWith({ 1: 5, 2: 4 }, [{ categoryId: 2 }, { categoryId: 2 }, { categoryId: 3 }]);
    expect(totals).toEqual({ 1: 5, 2: 6, 3: 1 });
    expect(mostVotes(totals)).toBe(6);
    expect(mostVotes(totalsWith({ 1: 5 }, [{ categoryId: 2 }]))).toBe(5);
    expect(mostVotes(totalsWith({}, []))).toBe(0);
  });
});

const salt = new Uint8Array(16).fill(3);
const heldOf = (...numbers: number[]) =>
  new Map(numbers.map((number) => [number, { isApplied: true, isUndone: true, salt, places: [number], waiting: 0 }]));

describe('the missing items', () => {
  const times = { votingOpensAt: new Date('2026-11-01T00:00:00Z'), votingClosesAt: null, winnersAnnouncedAt: null };
  const reason = { en: 'a', uk: 'b' };
  const decision = (number: number, appliedAt: string, undoneAt: string | null) => ({
    number,
    state: undoneAt === null ? ('applied' as const) : ('undone' as const),
    appliedAt,
    undoneAt,
    reason,
  });
  const categories = [{ nomination: 'best', niche: 'all', votes: 9 }];
  const published = {
    editions: [
      { number: 1, json: '{}' },
      { number: 2, json: '{}' },
    ],
    times,
    decisions: [
      { decisions: [decision(5, '2026-11-04', '2026-11-06'), decision(4, '2026-11-04', null)], categories },
      { decisions: [decision(6, '2026-11-05', null)], categories },
    ],
    held: heldOf(4, 5, 6),
  };
  const refsOf = (logged: Parameters<typeof missingItems>[3]) =>
    missingItems(sha256, 2026, published, logged).map(({ kind, ref }) => `${kind} ${ref}`);
  const stamp = '2026-11-01T00:00:00.000Z - -';

  it('are the editions, the times and the exclusions in the order of their decisions', () => {
    expect(refsOf({ refs: new Set(), times: undefined })).toEqual([
      'edition 1',
      'edition 2',
      `phase ${stamp}`,
      'exclusion 4 applied',
      'exclusion 5 applied',
      'exclusion 6 applied',
      'exclusion 5 undone',
    ]);
  });

  it('do not include those that the log has', () => {
    const refs = new Set(['edition 1', 'exclusion 5 applied', 'exclusion 4 applied']);
    expect(refsOf({ refs, times: stamp })).toEqual(['edition 2', 'exclusion 6 applied', 'exclusion 5 undone']);
    expect(refsOf({ refs, times: '- - -' })).toContain(`phase ${stamp}`);
  });

  it('do not include an exclusion of which a vote is not in the log, nor those after it', () => {
    const held = heldOf(4, 5, 6);
    held.set(5, { isApplied: true, isUndone: true, salt, places: [5], waiting: 1 });
    const items = missingItems(sha256, 2026, { ...published, held }, { refs: new Set(), times: stamp });
    expect(items.map(({ ref }) => ref)).toEqual(['1', '2', '4 applied']);
  });

  it('show the votes by category only of a decision that is published alone', () => {
    const items = missingItems(sha256, 2026, published, { refs: new Set(), times: stamp });
    const votesOf = (ref: string) => {
      const item = items.find((each) => each.kind === 'exclusion' && each.ref === ref);
      const leaf = decodeLeaf(item?.leaf ?? new Uint8Array());
      return leaf.type === 'exclusion' ? leaf.categories : undefined;
    };
    expect(votesOf('6 applied')).toEqual([{ category: 'best/all', votes: 9 }]);
    expect(votesOf('4 applied')).toEqual([{ category: 'best/all', votes: null }]);
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
      { editions: [{ number: 1, json: '{}' }], times, decisions: [group(4), group(5)], held: heldOf(4, 5) },
      { refs: new Set(), times: undefined },
    ),
    resultItem(sha256, year, { nonce, text: 'best/all one 9 0\n', voters: 9 }),
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
