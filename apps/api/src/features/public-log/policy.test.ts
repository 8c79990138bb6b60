import { describe, expect, it } from 'vitest';
import { mostVotes } from './policy.ts';

describe('the votes of the largest category', () => {
  it('are those in the log and those that enter it', () => {
    expect(mostVotes({ 1: 5, 2: 4 }, [{ categoryId: 2 }, { categoryId: 2 }, { categoryId: 3 }])).toBe(6);
    expect(mostVotes({ 1: 5 }, [{ categoryId: 2 }])).toBe(5);
    expect(mostVotes({}, [])).toBe(0);
  });
});
