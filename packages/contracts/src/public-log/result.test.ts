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

  const notSorted = 'Line 2 is not sorted.';
  const noLine = 'Line 1 is no category, nominee and two numbers.';
  it.each([
    ['no last newline', 'The last line has no end.', 'a/b c 11 0'],
    ['lines that are not sorted', notSorted, TEXT.split('\n').slice(0, 4).reverse().join('\n').concat('\n')],
    ['a line twice', notSorted, 'a/b c 1 0\na/b c 1 0\n'],
    ['a nominee twice', 'Line 2 names a nominee again.', 'a/b c 1 0\na/b c 2 0\n'],
    ['more votes left out than cast', 'Line 1 leaves out more votes than were cast.', 'a/b c 1 2\n'],
    ['a number with a zero before it', noLine, 'a/b c 01 0\n'],
    ['one number', noLine, 'a/b c 1\n'],
    ['two spaces', noLine, 'a/b  c 1 0\n'],
    ['another word', noLine, 'a/b c 1 0 0\n'],
    ['a nominee in capitals', noLine, 'a/b C 1 0\n'],
    ['a nominee that begins with a hyphen', noLine, 'a/b -c 1 0\n'],
    ['a nominee that ends with a hyphen', noLine, 'a/b c- 1 0\n'],
    ['a category of one tag', noLine, 'a c 1 0\n'],
    ['an empty line', noLine, '\n'],
  ])('with %s is refused', (_, problem, text) => {
    expect(() => parseResult(text)).toThrow(new LeafError('leaf.malformed', problem));
  });
});

it('the commitment to a result is the hash of the nonce and the text', () => {
  const nonce = new Uint8Array(16).fill(4);
  expect(resultCommitment(sha256, nonce, TEXT)).toEqual(sha256(Buffer.concat([nonce, Buffer.from(TEXT)])));
  expect(() => resultCommitment(sha256, new Uint8Array(15), TEXT)).toThrow(new RangeError('A nonce has 16 octets.'));
});
