import { describe, expect, it } from 'vitest';
import { judgeFailure, readOutcomes, retryDelayMs } from './ballot.policy.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('the ballot box decides', () => {
  it('reads one outcome for each row, in order', () => {
    expect(readOutcomes('AESNCPOB', 8)).toEqual([
      'accepted',
      'exists',
      'session_invalid',
      'not_nominated',
      'closed',
      'phone_missing',
      'social_missing',
      'both_missing',
    ]);
  });

  it('believes no answer that does not fit its batch', () => {
    expect(() => readOutcomes('AA', 3)).toThrow('2 letters for 3 rows');
    expect(() => readOutcomes('A?', 2)).toThrow();
    expect(() => readOutcomes('', 1)).toThrow();
  });

  it.each(['40P01', '40001', '55P03', '57014', '23505', '22P02'])('knows that %s left nothing behind', (code) => {
    expect(judgeFailure(failure(code))).toBe('rolled_back');
  });

  it.each(['08006', '08003', '40003', '57P01', '57P02', '57P03', 'ECONNRESET'])('takes %s for doubt', (code) => {
    expect(judgeFailure(failure(code))).toBe('in_doubt');
  });

  it('takes anything it does not know for doubt', () => {
    expect(judgeFailure(new Error('Connection terminated unexpectedly'))).toBe('in_doubt');
    expect(judgeFailure(undefined)).toBe('in_doubt');
  });

  it('waits longer each time, never more than half a second', () => {
    expect(retryDelayMs(1, 0)).toBe(20);
    expect(retryDelayMs(2, 0)).toBeGreaterThan(retryDelayMs(1, 0));
    expect(retryDelayMs(20, 1)).toBe(500);
  });
});
