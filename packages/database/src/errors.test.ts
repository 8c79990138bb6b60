import { describe, expect, it } from 'vitest';
import { codesOf, isUnavailable } from './errors.ts';

const failure = (code: string, cause?: unknown): Error => Object.assign(new Error('failed', { cause }), { code });

describe('isUnavailable', () => {
  it.each(['57P01', '57P03', '57014', '55P03', '25P03', '08006', '53100', '53300', 'ECONNREFUSED', 'P1001'])(
    'returns true for %s',
    (code) => {
      expect(isUnavailable(failure(code))).toBe(true);
      expect(isUnavailable(failure('P2010', { originalCode: code }))).toBe(true);
      expect(isUnavailable(failure('WRAPPED', failure(code)))).toBe(true);
    },
  );

  it.each(['23505', '22P02', '42501', 'P2025'])('returns false for %s', (code) => {
    expect(isUnavailable(failure(code))).toBe(false);
  });
});

describe('codesOf', () => {
  it('finds the codes of a wrapped error, and of each error of several, once', () => {
    expect(codesOf(failure('P2010', failure('23505')))).toEqual(['P2010', '23505']);
    const several = new AggregateError([failure('P0001'), failure('P2010', failure('57014')), failure('P0001')]);
    expect(codesOf(several)).toEqual(['P0001', 'P2010', '57014']);
    expect(codesOf('no error')).toEqual([]);
  });
});
