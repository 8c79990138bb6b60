import { describe, expect, it } from 'vitest';
import { classifyFailure, errorOf, hasFoundVote, readOutcomes, retryDelayMs } from './ballot.policy.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('readOutcomes', () => {
  it('returns one outcome for each row, in order', () => {
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

  it('throws when the codes do not fit the batch', () => {
    expect(() => readOutcomes('AA', 3)).toThrow('2 codes for 3 rows');
    expect(() => readOutcomes('A?', 2)).toThrow();
    expect(() => readOutcomes('', 1)).toThrow();
  });
});

describe('errorOf', () => {
  it('returns the error of each outcome, and none for an accepted vote', () => {
    expect(errorOf('accepted')).toBeUndefined();
    const codes = readOutcomes('ESNC', 4).map((outcome) => errorOf(outcome)?.code);
    expect(codes).toEqual(['vote.exists', 'auth.expired', 'vote.unknown_nominee', 'vote.not_open']);
  });

  it.each([
    ['phone_missing', ['phone.unverified'], { phoneVerified: false, socialVerified: true }],
    ['social_missing', ['social.unverified'], { phoneVerified: true, socialVerified: false }],
    ['both_missing', ['phone.unverified', 'social.unverified'], { phoneVerified: false, socialVerified: false }],
  ] as const)('names what is missing: %s', (outcome, codes, metadata) => {
    expect(errorOf(outcome)).toMatchObject({ codes, metadata });
  });
});

describe('hasFoundVote', () => {
  it('is true for a batch with a vote that was stored before', () => {
    expect(hasFoundVote('ASEA')).toBe(true);
    expect(hasFoundVote('ASNCPOB')).toBe(false);
  });
});

describe('classifyFailure', () => {
  it.each(['40P01', '40001', '55P03', '57014', '23505', '22P02', '25P04', 'LA003'])(
    'returns rolled_back for %s',
    (code) => {
      expect(classifyFailure(failure(code))).toBe('rolled_back');
    },
  );

  it.each([
    ...['08006', '08003', '40003', '57P01', '57P02', '57P03', 'ECONNRESET'].map(failure),
    new Error('Connection terminated unexpectedly'),
    undefined,
  ])('returns in_doubt for %s', (error) => {
    expect(classifyFailure(error)).toBe('in_doubt');
  });
});

describe('retryDelayMs', () => {
  it('grows with each attempt, up to half a second', () => {
    expect(retryDelayMs(1, 0)).toBe(20);
    expect(retryDelayMs(2, 0)).toBeGreaterThan(retryDelayMs(1, 0));
    expect(retryDelayMs(20, 1)).toBe(500);
  });
});
