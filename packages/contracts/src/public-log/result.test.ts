import { sha256 } from '@laurel/tlog/node';
import { describe, expect, it } from 'vitest';
import { LeafError } from './leaves.ts';
import { formatResult, parseResult, resultCommitment } from './result.ts';

const TEXT = `best-partner/crypto orbit-crew 1204 12
best-partner/crypto zenith 0 0
best-partner/crypto-bank orbit-crew 3 3
best-team/crypto orbit-crew 7 0
`;

describe('the text of a result', () => {
  it('has a line for each nominee, sorted by its octets', () => {
    const lines = parseResult(TEXT);
    expect(lines[0]).toEqual({ category: 'best-partner/crypto', nominee: 'orbit-crew', cast: 1204, leftOut: 12 });
    expect(formatResult(lines.toReversed())).toBe(TEXT);
    const octets = TEXT.trim()
      .split('\n')
      .map((line) => Buffer.from(line));
    expect(octets.toSorted(Buffer.compare)).toEqual(octets);
    expect(parseResult('')).toEqual([]);
  });

  it.each([
    ['no last newline', TEXT.slice(0, -1)],
    ['lines that are not sorted', TEXT.split('\n').slice(0, 4).reverse().join('\n').concat('\n')],
    ['a line twice', TEXT + TEXT],
    ['a nominee twice', 'a/b c 1 0\na/b c 2 0\n'],
    ['more votes left out than cast', 'a/b c 1 2\n'],
    ['a number with a zero before it', 'a/b c 01 0\n'],
    ['two spaces', 'a/b  c 1 0\n'],
    ['another word', 'a/b c 1 0 0\n'],
    ['a nominee in capitals', 'a/b C 1 0\n'],
    ['a category of one tag', 'a c 1 0\n'],
    ['an empty line', '\n'],
  ])('with %s is refused', (_, text) => {
    expect(() => parseResult(text)).toThrow(LeafError);
  });
});

it('the commitment to a result is the hash of the nonce and the text', () => {
  const nonce = new Uint8Array(16).fill(4);
  expect(resultCommitment(sha256, nonce, TEXT)).toEqual(sha256(Buffer.concat([nonce, Buffer.from(TEXT)])));
  expect(() => resultCommitment(sha256, new Uint8Array(15), TEXT)).toThrow(RangeError);
});
