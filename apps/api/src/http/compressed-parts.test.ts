import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { anyCharacter } from '@laurel/tlog/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brotliBeginning, brotliWithEnd, compressMiddle, gzipAround } from './compressed-parts.ts';

const text = fc.string({ unit: anyCharacter });

describe('a gzip stream with a common middle', () => {
  it('decompresses to all three texts, for any texts', () => {
    fc.assert(
      fc.property(text, text, text, (start, middle, end) => {
        const read = gunzipSync(gzipAround(start, compressMiddle(middle), end));
        expect(read.equals(Buffer.from(start + middle + end))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is as short as a stream compressed as a whole', () => {
    const stream = gzipAround('start '.repeat(100), compressMiddle('middle '.repeat(10_000)), 'end');
    expect(stream.length).toBeLessThan(400);
  });
});

describe('a Brotli stream with a common beginning', () => {
  it('decompresses to both texts, for any texts, and each beginning takes several ends', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.string({ unit: anyCharacter, minLength: 1 }), { minLength: 1 }),
        (beginning, ends) => {
          const compressed = brotliBeginning(beginning);
          for (const end of ends) {
            const read = brotliDecompressSync(brotliWithEnd(compressed, end));
            expect(read.equals(Buffer.from(beginning + end))).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes the longest end of one meta-block', () => {
    const end = 'x'.repeat(65_536);
    expect(brotliDecompressSync(brotliWithEnd(brotliBeginning('beginning'), end)).toString()).toBe(`beginning${end}`);
  });

  it('is nearly as short as its beginning compressed', () => {
    const beginning = brotliBeginning('beginning '.repeat(10_000));
    expect(beginning.length).toBeLessThan(60);
    expect(brotliWithEnd(beginning, 'end')).toHaveLength(beginning.length + 7);
  });
});
