import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import type { Command, Frame, Version } from './frame.ts';
import { COMMANDS, mayHaveBody, VERSIONS } from './frame.ts';
import { trimBlanks } from './headers.ts';
import type { FrameLimits } from './limits.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { FrameParser } from './parser.ts';
import { serializeFrame } from './serializer.ts';

interface Parsed {
  readonly frames: Frame[];
  /** The code of the error that ended the parsing. */
  readonly code: unknown;
  /** The receipt of a partly received frame. */
  readonly receipt: string | undefined;
}

function parse(chunks: Iterable<Uint8Array>, version?: Version, limits: FrameLimits = DEFAULT_LIMITS): Parsed {
  const frames: Frame[] = [];
  const parser = new FrameParser(limits);
  parser.version = version;
  try {
    for (const chunk of chunks) parser.push(chunk, { frame: (frame) => frames.push(frame) > 0 });
  } catch (error) {
    expect(error).toMatchObject({ name: 'StompError' });
    return { frames, code: error instanceof Error && 'code' in error && error.code, receipt: undefined };
  }
  return { frames, code: undefined, receipt: parser.receipt };
}

/** Splits octets at the given places. */
function split(bytes: Uint8Array, cuts: Iterable<number>): Uint8Array[] {
  const places = [...new Set([...cuts].map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

/** Input that ends with an ERROR is in the corpus. */
describe('a frame', () => {
  it.each<[rule: string, Version | undefined, input: string, headers: Record<string, string>, body?: string]>([
    ['has headers and a body', '1.2', 'SEND\na:1\nb:2\n\nx\ny\0', { a: '1', b: '2' }, 'x\ny'],
    ['may end its lines with CR LF in 1.2', '1.2', 'SEND\r\na:b\r\n\r\nx\0\r\n\r\n', { a: 'b' }, 'x'],
    ['may end its lines with CR LF at first', undefined, 'STOMP\r\na:b\r\n\r\n\0', { a: 'b' }],
    ['keeps a carriage return as data in 1.1', '1.1', 'SEND\na:b\r\n\n\0', { a: 'b\r' }],
    ['needs no blank line, as in "DISCONNECT"', '1.2', 'DISCONNECT\na:b\n\0', { a: 'b' }],
    ['may have a padded blank line at first', undefined, 'CONNECT\na: b\n   \n\0', { a: ' b' }],
    ['is unescaped in 1.2', '1.2', 'SEND\na\\cb:c\\nd\\re\\\\r\n\n\0', { 'a:b': 'c\nd\re\\r' }],
    ['is unescaped in 1.1', '1.1', 'SEND\na\\cb:\\\\n\\n\\c\n\n\0', { 'a:b': '\\n\n:' }],
    ['is not unescaped in 1.0', '1.0', 'SEND\na:\\n\n\n\0', { a: '\\n' }],
    ['is not unescaped in STOMP', '1.2', 'STOMP\na:b\\c1\n\n\0', { a: 'b\\c1' }],
    ['is not unescaped in CONNECT', undefined, 'CONNECT\na:b\\tc\n\n\0', { a: 'b\\tc' }],
    ['may have a colon in a value', '1.1', 'SEND\nurl:http://a\n\n\0', { url: 'http://a' }],
    ['is trimmed in 1.0', '1.0', 'SEND\n a : \u00a0b c \t\r\n  \n\0', { a: '\u00a0b c' }],
    ['is not trimmed in 1.1', '1.1', 'SEND\n a : b \n\n\0', { ' a ': ' b ' }],
    ['counts the first of repeated headers', '1.2', 'SEND\na:World\na:Hello\n\n\0', { a: 'World' }],
    ['counts octets', '1.2', 'SEND\ncontent-length:5\n\nї\0\0\n\0', { 'content-length': '5' }, 'ї\0\0\n'],
    ['loses its body in SUBSCRIBE of 1.0', '1.0', 'SUBSCRIBE\na:b\n\nx\0', { a: 'b' }],
    ['loses its body in CONNECT', undefined, 'CONNECT\ncontent-length: 1\n\nx\0', { 'content-length': ' 1' }],
  ])('RT-06 %s', (_rule, version, input, headers, body = '') => {
    const [command] = input.split(/\r?\n/, 1);
    const expected = [{ command, headers: new Map(Object.entries(headers)), body: encodeUtf8(body) }];
    expect(parse([encodeUtf8(input)], version)).toEqual({ frames: expected, code: undefined, receipt: undefined });
  });

  it.each<[rule: string, Version, Command, headers: Record<string, string>, body: string, output: string]>([
    ['ends with a NULL octet', '1.2', 'RECEIPT', { a: 'b' }, '', 'RECEIPT\na:b\n\n\0'],
    ['is escaped in 1.2', '1.2', 'SEND', { 'a:': 'b\\\r\n' }, '', 'SEND\na\\c:b\\\\\\r\\n\n\n\0'],
    ['is escaped in 1.1, but not CR', '1.1', 'SEND', { 'a:': 'b\\\r\n' }, '', 'SEND\na\\c:b\\\\\r\\n\n\n\0'],
    ['is not escaped in 1.0', '1.0', 'SEND', { a: 'b:c\\' }, '', 'SEND\na:b:c\\\n\n\0'],
    ['has safe headers', '1.2', 'CONNECTED', { 'a:': 'b\r\nc:d\\' }, '', 'CONNECTED\na :b  c:d\\\n\n\0'],
    ['counts its octets', '1.1', 'SEND', { 'content-length': '9' }, 'ї\0', 'SEND\ncontent-length:3\n\nї\0\0'],
    ['may have no body', '1.1', 'SEND', { 'content-length': '9' }, '', 'SEND\n\n\0'],
  ])('RT-06 %s when it is serialized', (_rule, version, command, headers, body, output) => {
    const parts = { command, headers: Object.entries(headers), body: encodeUtf8(body) };
    expect(decodeUtf8(serializeFrame(parts, version))).toBe(output);
  });

  it.each<[Version | undefined, string]>([
    [undefined, '\n\r\n \t\n'],
    ['1.0', '\n \r\t\n'],
    ['1.1', '\n'],
    ['1.2', '\n\r\n'],
  ])('RT-07 follows line ends of %s that are skipped without decoding them', (version, lineEnds) => {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    onTestFinished(() => decode.mockRestore());
    expect(parse([encodeUtf8(lineEnds.repeat(1_000))], version)).toMatchObject({ frames: [], code: undefined });
    expect(decode).not.toHaveBeenCalled();
    const frames = `${lineEnds}BEGIN\ntransaction:a\n\n\0`.repeat(2);
    expect(parse([encodeUtf8(frames)], version).frames.map(({ command }) => command)).toEqual(['BEGIN', 'BEGIN']);
  });
});

describe('STOMP 1.2, "Size Limits"', () => {
  const limits = { maxHeaders: 2, maxHeaderBytes: 10, maxBodyBytes: 8, maxFrameBytes: 30 };

  it.each([
    [undefined, 'SEND\na:12345678\nb:12\n\n1234567\0'],
    [undefined, 'SEND\n\n12345678\0'],
    ['header.too_long', 'SEND\na:123456789\n'],
    ['header.too_many', 'SEND\na:1\na:2\na:3\n'],
    ['body.too_large', 'SEND\n\n123456789\0'],
    ['body.too_large', 'SEND\n\n123456789'],
    ['frame.too_large', 'SEND\na:12345678\nb:12\n\n12345678\0'],
    [undefined, 'S'.repeat(16)],
    ['frame.unknown_command', 'S'.repeat(17)],
  ])('RT-07 throws %s as soon as %j exceeds a limit, also octet by octet', (code, text) => {
    const octets = encodeUtf8(text);
    expect(parse([octets], '1.2', limits).code).toBe(code);
    expect(parse(split(octets, octets.keys()), '1.2', limits).code).toBe(code);
  });

  it('RT-07 refuses a body by its content-length before it arrives', () => {
    const codes = [8, 9].map((length) => {
      const input = encodeUtf8(`SEND\ncontent-length:${length}\n\n`);
      return parse([input], '1.2', { ...limits, maxHeaderBytes: 99, maxFrameBytes: 99 }).code;
    });
    expect(codes).toEqual([undefined, 'body.too_large']);
  });
});

describe('FrameParser', () => {
  it('knows the receipt of a partly received frame', () => {
    expect(parse([encodeUtf8('SEND\nreceipt:r1\n')])).toEqual({ frames: [], code: undefined, receipt: 'r1' });
  });

  it('stops when the sink returns false', () => {
    const frame = vi.fn(() => false);
    new FrameParser(DEFAULT_LIMITS).push(encodeUtf8('DISCONNECT\n\n\0SEND\n\n\0'), { frame });
    expect(frame).toHaveBeenCalledOnce();
  });
});

/** Any text that a header of the version can carry, so without NUL and lone surrogates. */
function headerText(version: Version, escaped: boolean, minLength: number): fc.Arbitrary<string> {
  const nasty = fc.constantFrom('\\', ':', '\n', '\r', '\\n', '\\c', ' ', '\t', 'ї', '😀', '\ufeff');
  return fc
    .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 6 })
    .map((parts) => {
      const value = parts.join('').replaceAll('\0', '');
      if (escaped) return value;
      const plain = value.replace(/[\r\n:]/g, '');
      return version === '1.0' ? trimBlanks(plain) : plain;
    })
    .filter((value) => value.length >= minLength && value.isWellFormed());
}

function sample(version: Version): fc.Arbitrary<{ command: Command; headers: [string, string][]; body: Uint8Array }> {
  return fc.constantFrom(...COMMANDS).chain((command) => {
    const escaped = version !== '1.0' && command !== 'CONNECT' && command !== 'STOMP' && command !== 'CONNECTED';
    const name = headerText(version, escaped, 1).filter((text) => text !== 'content-length');
    return fc.record({
      command: fc.constant(command),
      headers: fc.array(fc.tuple(name, headerText(version, escaped, 0)), { maxLength: 8 }),
      body: mayHaveBody(command) ? fc.uint8Array({ maxLength: 200 }) : fc.constant(new Uint8Array(0)),
    });
  });
}

describe('any stream of octets', () => {
  it.each(VERSIONS)('RT-06 yields the same frames of %s for any split', (version) => {
    const stream = fc.tuple(
      fc.array(fc.tuple(sample(version), fc.nat(3)), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(4_000), { maxLength: 20 }),
    );
    fc.assert(
      fc.property(stream, ([samples, cuts]) => {
        const octets = samples.flatMap(([frame, lineEnds]) => [
          ...serializeFrame(frame, version),
          ...new Uint8Array(lineEnds).fill(10),
        ]);
        // A receiver reads the first of repeated headers, and the content-length of a body.
        const expected = samples.map(([{ command, headers, body }]) => {
          const first = new Map(headers.toReversed());
          if (body.length > 0) first.set('content-length', String(body.length));
          return { command, headers: first, body };
        });
        expect(parse(split(Uint8Array.from(octets), cuts), version).frames).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('RT-07 yields the same frames or the same StompError for every split', () => {
    const marks = ['\n', '\n\n', ':', '\0', '\r', '\\n', '\\', 'a', 'content-length:2\n', '\n\0'];
    const words = fc.constantFrom(...COMMANDS, ...marks).map(encodeUtf8);
    const pieces = fc.array(fc.oneof(words, fc.uint8Array({ maxLength: 9 })), { maxLength: 30 });
    const limits = { ...DEFAULT_LIMITS, maxHeaderBytes: 40, maxHeaders: 4, maxBodyBytes: 20 };
    fc.assert(
      fc.property(pieces, fc.option(fc.constantFrom(...VERSIONS), { nil: undefined }), (parts, version) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        const expected = parse([whole], version, limits);
        expect(parse(parts, version, limits)).toEqual(expected);
        expect(parse(split(whole, whole.keys()), version, limits)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
