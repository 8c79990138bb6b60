import { describe, expect, it } from 'vitest';
import { searchMarks } from './search-marks.ts';

const marks = new Map([
  ['secret', 'p4ß/wörd+&"quoted"'],
  ['code', '482913'],
]);
const secret = marks.get('secret') ?? '';

describe('searchMarks', () => {
  it.each([
    ['as it is', `before ${secret} after`],
    ['in an address', `https://example.org/?q=${encodeURIComponent(secret)}&x`],
    ['in JSON', JSON.stringify({ body: { secret } })],
    ['in hex, as PostgreSQL shows bytes', `(1,"\\x${Buffer.from(secret).toString('hex')}")`],
    ...[0, 1, 2].flatMap((before): [string, string][] => [
      [`in base64, after ${before} octets`, Buffer.from(`${'-'.repeat(before)}${secret}, and more`).toString('base64')],
      [`in base64url, after ${before} octets`, Buffer.from(`${'-'.repeat(before)}${secret}!`).toString('base64url')],
    ]),
  ])('finds a value %s', (_where, text) => {
    expect(searchMarks(text, marks)).toEqual(['secret']);
  });

  it('finds a separate code, but not a part of a longer number', () => {
    for (const text of ['code 482913.', '{"code":"482913"}', '482913', 'a=482913&b']) {
      expect(searchMarks(text, marks), text).toEqual(['code']);
    }
    for (const text of ['1482913', '4829130', '12:00:00.482913+00', 'ab482913cd', '482913.5'])
      expect(searchMarks(text, marks), text).toEqual([]);
  });

  it('finds nothing in other text', () => {
    expect(searchMarks('p4 word quoted 48291 3', marks)).toEqual([]);
  });
});
