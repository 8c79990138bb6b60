import { describe, expect, it } from 'vitest';
import { escapeHeader, headerLine, trimBlanks, unescapeHeader } from './headers.ts';

describe('STOMP 1.1 and 1.2, "Value Encoding"', () => {
  it('RT-06 escapes line feed, colon and backslash in 1.1, and the carriage return too in 1.2', () => {
    expect(escapeHeader('a\\b\nc:d\re', '1.1')).toBe('a\\\\b\\nc\\cd\re');
    expect(escapeHeader('a\\b\nc:d\re', '1.2')).toBe('a\\\\b\\nc\\cd\\re');
  });

  it('RT-06 decodes each sequence once, from left to right', () => {
    expect(unescapeHeader('\\\\n\\n\\c', '1.1')).toBe('\\n\n:');
    expect(unescapeHeader('\\\\r\\r', '1.2')).toBe('\\r\r');
  });

  it.each([
    ['\\t', '1.2'],
    ['\\', '1.2'],
    ['a\\\n', '1.2'],
    ['\\r', '1.1'],
    ['\\😀', '1.1'],
  ] as const)('RT-06 rejects the undefined sequence %j in %s', (value, version) => {
    expect(() => unescapeHeader(value, version)).toThrow(expect.objectContaining({ code: 'header.escape' }));
  });
});

describe('a header line', () => {
  it('RT-06 is not escaped in 1.0, nor in CONNECTED', () => {
    expect(headerLine('a', 'b:c\\d', 'MESSAGE', '1.0')).toBe('a:b:c\\d\n');
    expect(headerLine('a', 'b:c\\d', 'CONNECTED', '1.2')).toBe('a:b:c\\d\n');
  });

  it('cannot inject another header without escaping', () => {
    expect(headerLine('a:x', 'b\r\nversion:9', 'CONNECTED', '1.2')).toBe('a x:b  version:9\n');
  });
});

describe('trimBlanks', () => {
  it('removes spaces, tabs and carriage returns, but no other white space', () => {
    expect(trimBlanks(' \t a b \r')).toBe('a b');
    expect(trimBlanks('\u00a0a\n')).toBe('\u00a0a\n');
    expect(trimBlanks(' \t\r')).toBe('');
  });
});
