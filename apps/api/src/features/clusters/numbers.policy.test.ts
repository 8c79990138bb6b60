import { describe, expect, it } from 'vitest';
import { rowsOf } from './numbers.policy.ts';

const from = (first: number, step: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => String(first + place * step));

describe('rowsOf', () => {
  it('finds a row with gaps, and ends it at a gap that chance would give', () => {
    const rows = rowsOf(['380671100000', '380671100003', '380671100006', '380671109000']);
    expect(rows).toEqual(
      new Map(['380671100000', '380671100003', '380671100006'].map((each) => [each, '380671100000'])),
    );
  });

  it('calls two neighbours no row', () => {
    expect(rowsOf(['380671100000', '380671100001'])).toEqual(new Map());
  });

  it('asks for nearer numbers where a prefix is dense', () => {
    // Ten thousand of a prefix's hundred thousand numbers: one in ten is beside another by chance.
    expect(rowsOf(from(35_679_000_000, 10, 10_000)).size).toBe(0);
    expect(rowsOf([...from(35_679_000_000, 10, 10_000), '35679000001', '35679000002']).size).toBe(3);
  });

  it('sees no row across two prefixes', () => {
    expect(rowsOf(['380671199999', '380671200000', '380671200001']).size).toBe(0);
  });
});
