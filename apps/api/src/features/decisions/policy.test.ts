import { describe, expect, it } from 'vitest';
import { cleanText } from './objection-page.policy.ts';
import { countsOf, type Decision, groupsOf } from './policy.ts';

const decision = (number: number, votes: number): Decision => ({
  number,
  votes,
  reason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
  appliedAt: new Date('2026-11-24T20:00:00Z'),
  undoneAt: null,
});
const numbers = (groups: Decision[][]): number[][] => groups.map((group) => group.map(({ number }) => number));

describe('decisions', () => {
  const all = [decision(1, 30), decision(2, 4), decision(3, 1), decision(4, 5), decision(5, 12), decision(6, 9)];

  it('are published in groups of at least so many votes, and the last ones wait', () => {
    expect(numbers(groupsOf(all, 10, false))).toEqual([[1], [2, 3, 4], [5]]);
    expect(numbers(groupsOf(all, 1, false))).toEqual([[1], [2], [3], [4], [5], [6]]);
    expect(groupsOf([decision(1, 9)], 10, false)).toEqual([]);
  });

  it('keep their groups when others follow, so that no difference shows a single vote', () => {
    for (let length = 0; length <= all.length; length += 1) {
      const groups = numbers(groupsOf(all.slice(0, length), 10, false));
      expect(numbers(groupsOf(all, 10, false)).slice(0, groups.length)).toEqual(groups);
    }
  });

  it('are published one by one when the result is final', () => {
    expect(numbers(groupsOf(all, 10, true))).toEqual([[1], [2], [3], [4], [5], [6]]);
  });

  it('have counts by category of the whole group, without small ones while people vote', () => {
    const blog = (votes: number) => ({ nomination: 'media', niche: 'blog', votes });
    const podcast = (votes: number) => ({ nomination: 'media', niche: 'podcast', votes });
    const counts = [[blog(4), podcast(1)], [blog(6)]];
    expect(countsOf(counts, 10, false)).toEqual([blog(10), { ...podcast(1), votes: null }]);
    expect(countsOf(counts, 10, true)).toEqual([blog(10), podcast(1)]);
  });
});

describe('the text of an objection', () => {
  it('keeps lines and letters, and loses control characters', () => {
    expect(cleanText('  Мої\r\nголоси\u0000\u001b[31m\rтак\t!  ')).toBe('Мої\nголоси[31m\nтак\t!');
    expect(cleanText(' \r\n ')).toBe('');
  });
});
