import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressEnding, gzipWithEnding } from './gzip.ts';

describe('a gzip stream with a common ending', () => {
  it('decompresses to both texts, for any texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (beginning, end) => {
        const read = gunzipSync(gzipWithEnding(beginning, compressEnding(end)));
        expect(read.equals(Buffer.from(beginning + end))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is as short as a stream compressed as a whole', () => {
    const stream = gzipWithEnding('beginning '.repeat(100), compressEnding('ending '.repeat(10_000)));
    expect(stream.length).toBeLessThan(400);
  });
});
