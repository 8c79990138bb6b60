import { describe, expect, it } from 'vitest';
import { mostVotes, totalsWith } from './policy.ts';

describe('the votes of the largest category', () => {
  it('are those in the log and those that enter it', () => {
    const totals = totalsWith({ 1: 5, 2: 4 }, [{ categoryId: 2 }, { categoryId: 2 }, { categoryId: 3 }]);
    expect(totals).toEqual({ 1: 5, 2: 6, 3: 1 });
    expect(mostVotes(totals)).toBe(6);
    expect(mostVotes(totalsWith({ 1: 5 }, [{ categoryId: 2 }]))).toBe(5);
    expect(mostVotes(totalsWith({}, []))).toBe(0);
  });
});
