import fc from 'fast-check';
import { bodyOf, type Known, nastyText } from './bodies.ts';
import type { Operation } from './routes.ts';
import { OTHER_PATHS } from './routes.ts';

/** One request: its description, and its octets. */
export type Sample = { readonly operation: Operation | undefined; readonly octets: Buffer };

const ODD_PARTS = [
  '%',
  '%zz',
  '%00',
  '%c0%ae',
  '%ff',
  '..',
  '%2e%2e%2f',
  '%5c..',
  'a;b=c',
  'a%2fb',
  '%F0%9F%92%A5',
  '*',
  '~',
  "'",
  '"',
  '{x}',
  '|',
];
const oddPart = fc.oneof(
  fc.constantFrom(...ODD_PARTS),
  fc.integer({ min: 1, max: 3_000 }).map((length) => 'a'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const ODD_QUERIES = [
  '?',
  '?%',
  '?__proto__[a]=1',
  '?a[]=1&a[]=2',
  '?a=%00',
  '?lang=uk',
  '?lang=uk&lang=en',
  '?nomination=best-partner&company=kite-and-rook',
  '?nomination=%ff&company=__proto__',
  '?&&==',
  '#fragment',
  `?${'a=1&'.repeat(900)}`,
];

const targetOf = (path: string, { values }: Known): fc.Arbitrary<string> => {
  const parts = path.split(/\{(\w+)\}/).map((part, index): fc.Arbitrary<string> => {
    if (index % 2 === 0) return fc.constant(part);
    const known = (values[part] ?? []).map(String);
    return known.length > 0 ? fc.oneof(fc.constantFrom(...known), oddPart) : oddPart;
  });
  const tail = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_QUERIES) },
    { weight: 1, arbitrary: oddPart.map((part) => `/${part}`) },
  );
  return fc.tuple(...parts, tail).map((all) => all.join(''));
};

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
  'M-SEARCH',
];
const TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/problem+json',
  'application/JSON',
  'json',
  '',
  ';',
  'a/b/c',
];

/** A header's value that a client may send: without line breaks, and with octets only. */
const headerText = fc
  .oneof(
    nastyText,
    fc.constantFrom('gzip', '*', 'uk;q=0.1', '"x"', 'W/"x"', 'bytes=0-1', 'null', '127.0.0.1', '::1', 'a, b'),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that no header may have
  .map((text) => text.replace(/[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/g, '?').slice(0, 400));
const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Accept-Version',
  'Content-Encoding',
  'Cookie',
  'Forwarded',
  'If-None-Match',
  'If-Modified-Since',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'User-Agent',
  'X-Client-IP',
  'X-Client-User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'X-Time-Zone',
  'Host',
  'Authorization',
  'Content-Type',
  'Upgrade',
  'Via',
];

const tokenOf = ({ tokens }: Known): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...tokens), fc.nat())
        .map(([token, at]) => `Bearer ${token.slice(0, at % token.length)}`),
    },
    { weight: 1, arbitrary: headerText.map((text) => `Bearer ${text}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'Bearer',
        'Bearer ',
        'Basic YTpi',
        'bearer a.b.c',
        'Bearer a b c',
        'Bearer eyJhbGciOiJub25lIn0.e30.',
      ),
    },
  );

const write = (method: string, target: string, headers: readonly string[], body: Buffer, chunked: boolean): Buffer => {
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const framing = body.length > 0 || chunked || method === 'POST' ? [length] : [];
  const head = [`${method} ${target} HTTP/1.1`, 'Host: laurel.example', ...headers, ...framing, '', ''].join('\r\n');
  const payload = chunked
    ? Buffer.concat([
        ...(body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')] : []),
        Buffer.from('0\r\n\r\n'),
      ])
    : body;
  return Buffer.concat([Buffer.from(head, 'latin1'), payload]);
};

const requestFor = (operation: Operation | undefined, path: string, known: Known): fc.Arbitrary<Sample> =>
  fc
    .record({
      method: fc.oneof(
        { weight: 15, arbitrary: fc.constant(operation?.method ?? 'GET') },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      target: targetOf(path, known),
      token: fc.option(tokenOf(known), { freq: 5 }),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      headers: fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerText), { maxLength: 3 }),
      body: operation ? bodyOf(operation, known) : fc.constant(''),
      encoding: fc.oneof(
        { weight: 15, arbitrary: fc.constant<BufferEncoding>('utf8') },
        fc.constantFrom<BufferEncoding>('utf16le', 'latin1'),
      ),
      chunked: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    })
    .map(({ method, target, token, type, headers, body, encoding, chunked }) => {
      const bytes = Buffer.from(body, encoding);
      const lines = [
        ...(token === null ? [] : [`Authorization: ${token}`]),
        ...(bytes.length > 0 ? [`Content-Type: ${type}`] : []),
        ...headers.map(([name, value]) => `${name}: ${value}`),
      ];
      const octets = write(method, target, lines, bytes, chunked);
      return {
        operation: operation?.method === method ? operation : undefined,
        octets,
        [fc.toStringMethod]: () => octets.toString('latin1'),
      };
    });

/** Requests for every route: valid by the document, nearly valid, and invalid. */
export const requests = (operations: readonly Operation[], known: Known): fc.Arbitrary<Sample> =>
  fc.oneof(
    ...operations.map((operation) => ({
      weight: operation.body ? 6 : 3,
      arbitrary: requestFor(operation, operation.path, known),
    })),
    ...OTHER_PATHS.map((path) => ({ weight: 1, arbitrary: requestFor(undefined, path, known) })),
  );
