import { decodeUtf8, encodeBase64, encodeUtf8 } from '@laurel/tlog/bytes';
import { sha256 } from '@laurel/tlog/node';
import { anyCharacter } from '@laurel/tlog/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeLeaf,
  encodeLeaf,
  type Leaf,
  LeafError,
  NO_NONCE,
  placesCommitment,
  voteCommitment,
  voteLeaf,
} from './leaves.ts';

const hash = new Uint8Array(32).fill(9);
const HASH = encodeBase64(hash);
const DIGEST = '0123456789abcdef'.repeat(4);
const opening = {
  serverNonce: Uint8Array.from({ length: 16 }, (_, at) => at),
  browserNonce: Uint8Array.from({ length: 16 }, (_, at) => 255 - at),
  category: 'best-partner/crypto',
  nominee: 'orbit-crew',
};

const LEAVES: readonly (readonly [Leaf, string])[] = [
  [
    { type: 'vote', year: 2026, category: 'best-partner/crypto', commitment: hash },
    `laurel/vote/v1\n2026\nbest-partner/crypto\n${HASH}\n`,
  ],
  [{ type: 'edition', year: 2026, number: 3, hash }, `laurel/edition/v1\n2026\n3\n${HASH}\n`],
  [
    {
      type: 'phase',
      year: 2026,
      votingOpensAt: new Date('2026-11-24T18:00:00Z'),
      votingClosesAt: new Date('2026-12-01T18:00:00.500Z'),
      winnersAnnouncedAt: null,
    },
    'laurel/phase/v1\n2026\n2026-11-24T18:00:00.000Z\n2026-12-01T18:00:00.500Z\n-\n',
  ],
  [
    {
      type: 'exclusion',
      year: 2026,
      number: 7,
      state: 'applied',
      categories: [
        { category: 'best-partner/crypto', votes: 0 },
        { category: 'best-partner/gambling', votes: null },
      ],
      reason: { uk: 'Одна людина.', en: 'One “person”.\n' },
      places: null,
    },
    'laurel/exclusion/v1\n2026\n7\napplied\n{"categories":[{"category":"best-partner/crypto","votes":0},' +
      '{"category":"best-partner/gambling","votes":null}],"reason":{"en":"One “person”.\\n","uk":"Одна людина."}}\n',
  ],
  [
    { type: 'exclusion', year: 2026, number: 7, state: 'undone', categories: [], reason: { en: 'a' }, places: hash },
    `laurel/exclusion/v2\n2026\n7\nundone\n${HASH}\n{"categories":[],"reason":{"en":"a"}}\n`,
  ],
  [{ type: 'result', year: 2026, voters: null, commitment: hash }, `laurel/result/v1\n2026\n${HASH}\n`],
  [{ type: 'report', year: 2026, version: 2, digest: DIGEST }, `laurel/report/v1\n2026\n2\n${DIGEST}\n`],
  [{ type: 'result', year: 2026, voters: 20, commitment: hash }, `laurel/result/v2\n2026\n20\n${HASH}\n`],
];

describe('a leaf', () => {
  it.each(LEAVES)('of %o is written and read', (leaf, text) => {
    expect(decodeUtf8(encodeLeaf(leaf))).toBe(text);
    expect(decodeLeaf(encodeUtf8(text))).toEqual(leaf);
  });

  it('has one spelling: any text that is read is written the same, and others are refused with a LeafError', () => {
    const texts = LEAVES.map(([, text]) => text);
    const edits = fc.array(
      fc.tuple(
        fc.nat(400),
        fc.nat(3),
        fc.oneof(fc.string({ unit: anyCharacter, maxLength: 3 }), fc.constantFrom('\n', '0', ' ', '{', '\\ud800')),
      ),
      { minLength: 1, maxLength: 3 },
    );
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...texts), edits, (text, changes) => {
        const octets = encodeUtf8(
          changes.reduce((result, [at, length, inserted]) => {
            const from = at % (result.length + 1);
            return result.slice(0, from) + inserted + result.slice(from + length);
          }, text),
        );
        try {
          expect(encodeLeaf(decodeLeaf(octets))).toEqual(octets);
        } catch (error) {
          if (!(error instanceof LeafError)) throw error;
          refused += 1;
        }
      }),
      { numRuns: 2_000 },
    );
    expect(refused).toBeGreaterThan(1_000);
  });

  it.each([
    ['another version', 'laurel/vote/v2\n2026\na/b\n'],
    ['another type', 'laurel/ballot/v1\n2026\n'],
    ['a type with more before it', `x laurel/result/v1\n2026\n${HASH}\n`],
    ['a type with more after it', `laurel/result/v1 x\n2026\n${HASH}\n`],
    ['nothing', ''],
  ])('of %s is unknown', (_, text) => {
    expect(() => decodeLeaf(encodeUtf8(text))).toThrow(new LeafError('leaf.unknown', 'The type is unknown.'));
  });

  const exclusion = (json: string) => `laurel/exclusion/v1\n2026\n7\napplied\n${json}\n`;
  it.each([
    ['no year', 'year', `laurel/vote/v1\n\na/b\n${HASH}\n`],
    ['a category in capitals', 'category', `laurel/vote/v1\n2026\nA/b\n${HASH}\n`],
    ['a category of one tag', 'category', `laurel/vote/v1\n2026\na\n${HASH}\n`],
    ['a short commitment', 'commitment', 'laurel/vote/v1\n2026\na/b\nAAAA\n'],
    ['a commitment of another spelling', 'commitment', `laurel/vote/v1\n2026\na/b\n${HASH.replace('k=', 'l=')}\n`],
    ['a digest in capitals', 'digest', `laurel/report/v1\n2026\n1\n${DIGEST.toUpperCase()}\n`],
    ['one line more', 'canonical form', `laurel/vote/v1\n2026\na/b\n${HASH}\nx\n`],
    ['no last newline', 'canonical form', `laurel/vote/v1\n2026\na/b\n${HASH}`],
    ['an edition without a number', 'number', `laurel/edition/v1\n2026\n-\n${HASH}\n`],
    ['a time without milliseconds', 'canonical form', 'laurel/phase/v1\n2026\n2026-11-24T18:00:00Z\n-\n-\n'],
    ['a time that is none', 'time', 'laurel/phase/v1\n2026\nnow\n-\n-\n'],
    ['two times', 'time', 'laurel/phase/v1\n2026\n-\n-\n'],
    ['an unknown state', 'state', exclusion('{"categories":[],"reason":{}}').replace('applied', 'planned')],
    ['spaces in JSON', 'canonical form', exclusion('{"categories": [],"reason":{}}')],
    ['JSON in another order', 'canonical form', exclusion('{"reason":{},"categories":[]}')],
    ['a name twice', 'canonical form', exclusion('{"categories":[],"reason":{"en":"a","en":"b"}}')],
    ['another name', 'canonical form', exclusion('{"categories":[],"reason":{},"voters":[]}')],
    ['a reason that is no text', 'reason', exclusion('{"categories":[],"reason":{"en":1}}')],
    [
      'votes that are no number',
      'number of votes',
      exclusion('{"categories":[{"category":"a/b","votes":"1"}],"reason":{}}'),
    ],
    ['half a vote', 'number of votes', exclusion('{"categories":[{"category":"a/b","votes":0.5}],"reason":{}}')],
    ['fewer than no votes', 'number of votes', exclusion('{"categories":[{"category":"a/b","votes":-1}],"reason":{}}')],
    [
      'a category twice',
      'single number for each category',
      exclusion('{"categories":[{"category":"a/b","votes":9},{"category":"a/b","votes":9}],"reason":{}}'),
    ],
    ['a category that is none', 'category', exclusion('{"categories":[{"category":"a","votes":1}],"reason":{}}')],
    ['half a character', 'canonical form', exclusion('{"categories":[],"reason":{"en":"\\ud800"}}')],
    ['no JSON', 'JSON', exclusion('{')],
    ['no commitment', 'commitment', exclusion('{"categories":[],"reason":{}}').replace('/v1', '/v2')],
    ['a commitment of version 2', 'JSON', exclusion(`${HASH}\n{"categories":[],"reason":{}}`)],
    ['a list', 'categories', exclusion('[]')],
    ['null', 'categories', exclusion('null')],
    ['a category without an object', 'category', exclusion('{"categories":[null],"reason":{}}')],
    ['a category that begins with a hyphen', 'category', `laurel/vote/v1\n2026\n-a/b\n${HASH}\n`],
    ['a category that ends with a hyphen', 'category', `laurel/vote/v1\n2026\na/b-\n${HASH}\n`],
    ['an edition without a hash', 'hash', 'laurel/edition/v1\n2026\n3\nAAAA\n'],
    ['an exclusion without a number', 'number', exclusion('{"categories":[],"reason":{}}').replace('\n7\n', '\n\n')],
    ['a result of version 2 without voters', 'number', `laurel/result/v2\n2026\n${HASH}\n`],
    ['a result without a commitment', 'commitment', 'laurel/result/v1\n2026\n\n'],
  ])('with %s is malformed: it has no %s', (_, missing, text) => {
    const error = new LeafError('leaf.malformed', `The leaf has no ${missing}.`);
    expect(() => decodeLeaf(encodeUtf8(text))).toThrow(error);
  });

  it('that is not UTF-8 is malformed', () => {
    expect(() => decodeLeaf(Uint8Array.of(0xff))).toThrow(new LeafError('leaf.malformed', 'The leaf has no UTF-8.'));
  });
});

it('the commitment to the votes of an exclusion is the hash of the salt and of their places, a line each', () => {
  const salt = new Uint8Array(16).fill(5);
  expect(placesCommitment(sha256, salt, [0, 7, 31])).toEqual(sha256(Buffer.concat([salt, Buffer.from('0\n7\n31\n')])));
  expect(() => placesCommitment(sha256, new Uint8Array(15), [])).toThrow(new RangeError('A salt has 16 octets.'));
});

describe('the commitment of a vote', () => {
  it('is the hash of the nonces, the category, a newline and the nominee', () => {
    const octets = Buffer.concat([
      opening.serverNonce,
      opening.browserNonce,
      Buffer.from('best-partner/crypto\norbit-crew'),
    ]);
    expect(voteCommitment(sha256, opening)).toEqual(sha256(octets));
    expect(encodeBase64(voteCommitment(sha256, opening))).toBe('OXOo3U6rSSN+YJU/znzkBTk0CuHYhvXCkMAOIBDj+aA=');
    const leaf = { type: 'vote', year: 2026, category: opening.category, commitment: sha256(octets) } as const;
    expect(voteLeaf(sha256, 2026, opening)).toEqual(encodeLeaf(leaf));
  });

  it('changes with each part of the opening', () => {
    const others = [
      { ...opening, serverNonce: NO_NONCE },
      { ...opening, browserNonce: NO_NONCE },
      { ...opening, serverNonce: opening.browserNonce, browserNonce: opening.serverNonce },
      { ...opening, category: 'best-partner/gambling' },
      { ...opening, nominee: 'orbit-crews' },
    ];
    const commitments = [opening, ...others].map((vote) => encodeBase64(voteCommitment(sha256, vote)));
    expect(new Set(commitments).size).toBe(6);
  });

  it('needs nonces of 16 octets', () => {
    for (const length of [0, 15, 17]) {
      const nonce = new Uint8Array(length);
      const error = new RangeError('A nonce has 16 octets.');
      expect(() => voteCommitment(sha256, { ...opening, serverNonce: nonce })).toThrow(error);
      expect(() => voteCommitment(sha256, { ...opening, browserNonce: nonce })).toThrow(error);
    }
  });
});
