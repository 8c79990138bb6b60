import { expect, it } from 'vitest';
import { takesEncoding } from './encoding.ts';

it.each([
  [undefined, false],
  ['', false],
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['gzip, deflate', false],
  ['GZIP, BR', true],
  ['br;q=0', false],
  ['br; q=0.000', false],
  ['br;q=0.001', true],
  ['br ; q=1.000', true],
  ['*', true],
  ['*;q=0', false],
  ['*, br;q=0', false],
  ['gzip;q=1, *;q=0', false],
  ['identity', false],
  ['identity, br', false],
  ['br, identity', true],
  ['identity;q=1, br;q=0.5', false],
  ['identity;q=0.5, br', true],
  ['identity;q=0.5, br;q=0.5', false],
  ['br;q=0.5, identity;q=0.5', true],
  ['identity;q=0, br;q=0.1', true],
  ['br;q=high', false],
  ['brotli', false],
  ['x-br', false],
])('an Accept-Encoding of %j takes brotli: %s', (header, takes) => {
  expect(takesEncoding(header, 'br')).toBe(takes);
});

it('each coding has its own weight', () => {
  expect(takesEncoding('gzip;q=0, br', 'gzip')).toBe(false);
  expect(takesEncoding('gzip;q=0, br', 'br')).toBe(true);
});
