import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import { StompError } from './errors.ts';
import type { Frame, Version } from './frame.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { FrameParser } from './parser.ts';

function parse(text: string | Uint8Array, version?: Version, limits = DEFAULT_LIMITS): Frame[] {
  const frames: Frame[] = [];
  const parser = new FrameParser(limits);
  parser.version = version;
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text;
  parser.push(bytes, { frame: (frame) => frames.push(frame) > 0 });
  return frames;
}

function one(text: string | Uint8Array, version?: Version): Frame {
  const [frame, ...more] = parse(text, version);
  expect(more).toEqual([]);
  if (frame === undefined) throw new Error('no frame');
  return frame;
}

function problem(code: string): unknown {
  return expect.objectContaining({ code });
}

describe('STOMP 1.2, "STOMP Frames"', () => {
  it('RT-06 reads command, headers and body', () => {
    const frame = one('SEND\ndestination:/queue/a\ncontent-type:text/plain\n\nhello queue a\0', '1.2');
    expect(frame.command).toBe('SEND');
    expect([...frame.headers]).toEqual([
      ['destination', '/queue/a'],
      ['content-type', 'text/plain'],
    ]);
    expect(decodeUtf8(frame.body)).toBe('hello queue a');
  });

  it('RT-06 accepts a carriage return before the line feed in 1.2 and in CONNECT', () => {
    expect(one('SEND\r\nfoo:bar\r\n\r\nx\0\r\n\r\n', '1.2').headers.get('foo')).toBe('bar');
    expect(one('CONNECT\r\naccept-version:1.2\r\n\r\n\0').headers.get('accept-version')).toBe('1.2');
  });

  it('RT-06 refuses a carriage return elsewhere in a 1.2 header', () => {
    expect(() => parse('SEND\nfoo:b\rar\n\n\0', '1.2')).toThrow(problem('header.malformed'));
  });

  it('RT-06 keeps a carriage return as data in 1.1', () => {
    expect(one('SEND\nfoo:bar\r\n\n\0', '1.1').headers.get('foo')).toBe('bar\r');
    expect(() => parse('SEND\r\n\n\0', '1.1')).toThrow(problem('frame.unknown_command'));
  });

  it('RT-06 skips line ends between frames and reads several frames from one chunk', () => {
    const frames = parse('\n\nBEGIN\ntransaction:a\n\n\0\n\r\n\nABORT\ntransaction:a\n\n\0\n', '1.2');
    expect(frames.map((frame) => frame.command)).toEqual(['BEGIN', 'ABORT']);
  });

  it.each<[Version | undefined, string]>([
    [undefined, '\n\r\n \t\n'],
    ['1.0', '\n \r\t\n'],
    ['1.1', '\n'],
    ['1.2', '\n\r\n'],
  ])('RT-07 skips the line ends between frames of %s without decoding them', (version, lineEnds) => {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    onTestFinished(() => decode.mockRestore());
    expect(parse(lineEnds.repeat(1_000), version)).toEqual([]);
    expect(decode).not.toHaveBeenCalled();
    expect(one(`${lineEnds}BEGIN\ntransaction:a\n\n\0${lineEnds}`, version).command).toBe('BEGIN');
  });

  it.each<[Version | undefined, string]>([
    [undefined, ' \r \n'],
    [undefined, `${' '.repeat(17)}\n`],
    ['1.0', `${' '.repeat(17)}\n`],
    ['1.1', '\r\n'],
    ['1.2', ' \n'],
    ['1.2', '\r\r\n'],
  ])('RT-06 refuses other blanks between frames of %s: %j', (version, line) => {
    expect(() => parse(`\n${line}`, version)).toThrow(StompError);
  });

  it('RT-06 compares commands with their case', () => {
    expect(() => parse('send\n\n\0', '1.2')).toThrow(problem('frame.unknown_command'));
    expect(() => parse('GET / HTTP/1.1\r\n', undefined)).toThrow(problem('frame.unknown_command'));
  });

  it('RT-06 accepts a frame without the blank line, as in the example of "DISCONNECT"', () => {
    expect(one('DISCONNECT\nreceipt:77\n\0', '1.2').headers.get('receipt')).toBe('77');
  });

  it('RT-06 refuses a NULL octet inside a header or before a command', () => {
    expect(() => parse('SEND\nfoo:b\0ar\n\n\0', '1.2')).toThrow(problem('header.malformed'));
    expect(() => parse('\0', '1.2')).toThrow(problem('frame.malformed'));
  });

  it('RT-06 refuses a header without a colon or without a name', () => {
    expect(() => parse('SEND\nfoo\n\n\0', '1.2')).toThrow(problem('header.malformed'));
    expect(() => parse('SEND\n:bar\n\n\0', '1.2')).toThrow(problem('header.malformed'));
  });

  it('RT-06 refuses headers that are not UTF-8', () => {
    expect(() => parse(Uint8Array.from([...encodeUtf8('SEND\nfoo:'), 0xff, 10]), '1.2')).toThrow(
      problem('header.encoding'),
    );
  });
});

describe('STOMP 1.2, "Value Encoding"', () => {
  it('RT-06 unescapes names and values, never in CONNECT or STOMP', () => {
    expect([...one('SEND\na\\cb:c\\nd\\re\\\\\n\n\0', '1.2').headers]).toEqual([['a:b', 'c\nd\re\\']]);
    expect([...one('SEND\na\\cb:c\\nd\n\n\0', '1.1').headers]).toEqual([['a:b', 'c\nd']]);
    expect([...one('STOMP\nhost:a\\c:8080\n\n\0', '1.2').headers]).toEqual([['host', 'a\\c:8080']]);
    expect([...one('CONNECT\npasscode:a\\tb\n\n\0').headers]).toEqual([['passcode', 'a\\tb']]);
  });

  it('RT-06 accepts an unescaped colon in a value', () => {
    expect(one('SEND\nurl:http://a\n\n\0', '1.1').headers.get('url')).toBe('http://a');
  });

  it('RT-06 trims in 1.0 only', () => {
    expect([...one('SUBSCRIBE\ndestination: /queue/foo \nack : client\n  \n\0', '1.0').headers]).toEqual([
      ['destination', '/queue/foo'],
      ['ack', 'client'],
    ]);
    expect([...one('SEND\n a : b \n\n\0', '1.1').headers]).toEqual([[' a ', ' b ']]);
    expect([...one('SEND\na:\\n\n\n\0', '1.0').headers]).toEqual([['a', '\\n']]);
  });

  it('RT-06 accepts the padded blank line of the 1.0 CONNECT example', () => {
    const frame = one('CONNECT\nlogin: me\npasscode:secret\n          \n\0');
    expect(frame.headers.get('login')).toBe(' me');
  });
});

describe('STOMP 1.2, "Body", "Header content-length" and "Repeated Header Entries"', () => {
  it('RT-06 reads content-length octets, including NULL octets', () => {
    const frame = one('SEND\ncontent-length:5\n\na\0\0\nb\0', '1.2');
    expect([...frame.body]).toEqual([97, 0, 0, 10, 98]);
  });

  it('RT-06 counts octets, not characters, and preserves octets that are not text', () => {
    expect(decodeUtf8(one('SEND\ncontent-length:6\n\nпро\0', '1.2').body)).toBe('про');
    const octets = Uint8Array.of(0xff, 0, 0xfe);
    const frame = one(Uint8Array.of(...encodeUtf8('SEND\ncontent-length:3\n\n'), ...octets, 0), '1.2');
    expect(frame.body).toEqual(octets);
  });

  it.each(['-1', '1.0', '0x1', ' 1', '1e1', '', '9'.repeat(16)])('RT-06 refuses content-length %j', (length) => {
    expect(() => parse(`SEND\ncontent-length:${length}\n\nx\0`, '1.2')).toThrow(problem('header.invalid'));
  });

  it('RT-06 refuses a body that is longer than content-length', () => {
    expect(() => parse('SEND\ncontent-length:1\n\nxy\0', '1.2')).toThrow(problem('frame.malformed'));
  });

  it('RT-06 refuses a body in commands without one, and ignores it in 1.0', () => {
    expect(() => parse('BEGIN\ntransaction:a\n\nx\0', '1.2')).toThrow(problem('body.not_allowed'));
    expect(() => parse('CONNECT\naccept-version:1.1\n\nx\0')).toThrow(problem('body.not_allowed'));
    expect(one('SUBSCRIBE\ndestination:a\n\nx\0', '1.0').body).toHaveLength(0);
    expect(one('CONNECT\ncontent-length: 1\n\nx\0').body).toHaveLength(0);
  });

  it('RT-06 uses the first of repeated headers', () => {
    expect([...one('MESSAGE\nfoo:World\nfoo:Hello\n\n\0', '1.2').headers]).toEqual([['foo', 'World']]);
  });
});

describe('STOMP 1.2, "Size Limits"', () => {
  const limits = { ...DEFAULT_LIMITS, maxHeaders: 2, maxHeaderBytes: 10, maxBodyBytes: 8, maxFrameBytes: 30 };
  const whole = 'SEND\na:12345678\nb:12\n\n12345\0';

  it('RT-07 accepts a frame of exactly the limits', () => {
    expect(parse(whole, '1.2', limits)).toHaveLength(1);
    expect(parse('SEND\n\n12345678\0', '1.2', limits)).toHaveLength(1);
    expect(
      parse('SEND\ncontent-length:8\n\n12345678\0', '1.2', { ...limits, maxHeaderBytes: 20, maxFrameBytes: 99 }),
    ).toHaveLength(1);
  });

  it.each([
    ['header.too_long', 'SEND\na:123456789\n'],
    ['header.too_many', 'SEND\na:1\na:2\na:3\n'],
    ['body.too_large', 'SEND\n\n123456789\0'],
    ['body.too_large', 'SEND\n\n123456789'],
    ['frame.too_large', 'SEND\na:12345678\nb:12\n\n12345678\0'],
    ['frame.unknown_command', 'S'.repeat(17)],
  ])('RT-07 throws %s as soon as the limit is exceeded, also octet by octet', (code, text) => {
    expect(() => parse(text, '1.2', limits)).toThrow(problem(code));
    const parser = new FrameParser(limits);
    parser.version = '1.2';
    expect(() => {
      for (const octet of encodeUtf8(text)) parser.push(Uint8Array.of(octet), { frame: () => true });
    }).toThrow(problem(code));
  });

  it('RT-07 refuses a body by its content-length before it arrives', () => {
    const roomy = { ...limits, maxHeaderBytes: 99 };
    expect(() => parse('SEND\ncontent-length:9\n\n', '1.2', roomy)).toThrow(problem('body.too_large'));
  });

  it('RT-07 refuses an endless header line without storing it', () => {
    expect(() => parse(`SEND\na:${'x'.repeat(1e6)}`, '1.2')).toThrow(problem('header.too_long'));
  });
});

describe('FrameParser', () => {
  it('knows the receipt of a partly received frame', () => {
    const parser = new FrameParser(DEFAULT_LIMITS);
    parser.push(encodeUtf8('SEND\nreceipt:r1\n'), { frame: () => true });
    expect(parser.receipt).toBe('r1');
  });

  it('stops when the sink returns false', () => {
    const frames: Frame[] = [];
    new FrameParser(DEFAULT_LIMITS).push(encodeUtf8('DISCONNECT\n\n\0SEND\n\n\0'), {
      frame: (frame) => {
        frames.push(frame);
        return false;
      },
    });
    expect(frames).toHaveLength(1);
  });
});
