import { COMMANDS } from '@laurel/stomp/source';
import { NASTY_INPUTS } from '@laurel/stomp/testing/corpus';
import fc from 'fast-check';

const encoder = new TextEncoder();
const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);

const HEADERS = ['id', 'destination', 'ack', 'transaction', 'receipt', 'message-id', 'subscription', 'content-length'];
const DESTINATIONS = [
  '/topic/statistics',
  '/topic/chat/q0Vb3v1xJ8mBq7nZ2bWc4A',
  '/app/chat/q0Vb3v1xJ8mBq7nZ2bWc4A',
  '/topic/x',
  '/',
];
const VALUES = [
  ...DESTINATIONS,
  '1',
  '2',
  '1@1',
  'auto',
  'client',
  'client-individual',
  '0',
  '-1',
  '99999999',
  '1e3',
  '__proto__',
  '',
];
const CONNECTS = ['1.0', '1.1', '1.2', '1.0,1.1,1.2', '9'].map(
  (version) => `CONNECT\naccept-version:${version}\nhost:laurel\nheart-beat:0,0\n\n\0`,
);

const corpus = NASTY_INPUTS.map(({ input }) =>
  typeof input === 'string' ? encodeUtf8(input.replaceAll('^@', '\0')) : input,
).filter(({ length }) => length < 4_000);

const frame = fc
  .tuple(
    fc.constantFrom(...COMMANDS, 'NONSENSE'),
    fc.array(fc.tuple(fc.constantFrom(...HEADERS, '__proto__'), fc.constantFrom(...VALUES)), { maxLength: 5 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.string({ unit: 'binary', maxLength: 40 })),
  )
  .map(([command, headers, body]) =>
    encodeUtf8(`${command}\n${headers.map(([name, value]) => `${name}:${value}\n`).join('')}\n${body}\0`),
  );

const spoilt = fc
  .tuple(fc.oneof(frame, fc.constantFrom(...corpus)), fc.nat(), fc.uint8Array({ maxLength: 6 }), fc.nat({ max: 4 }))
  .map(([octets, at, put, gone]) => {
    const place = at % (octets.length + 1);
    return Buffer.concat([octets.subarray(0, place), put, octets.subarray(place + gone)]);
  });

const piece: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: frame },
  { weight: 2, arbitrary: fc.constantFrom(...corpus) },
  { weight: 3, arbitrary: spoilt },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r\n', '\0').map(encodeUtf8) },
);

/** The messages of one connection: STOMP, nearly valid STOMP, and noise. */
export const streams: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(
    fc.option(fc.constantFrom(...CONNECTS).map(encodeUtf8), { freq: 8, nil: undefined }),
    fc.array(piece, { maxLength: 8 }),
    fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  )
  .map(([connect, pieces, size]) => {
    const all = Buffer.concat(connect ? [connect, ...pieces] : pieces);
    if (size === undefined) return [all];
    return Array.from({ length: Math.min(200, Math.ceil(all.length / size)) }, (_, index) =>
      all.subarray(index * size, (index + 1) * size),
    );
  });
