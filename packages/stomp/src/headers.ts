import { StompError } from './errors.ts';
import type { Command, Version } from './frame.ts';
import { escapesHeaders } from './frame.ts';

type Escaping = '1.1' | '1.2';

const NEEDS_ESCAPE: Record<Escaping, RegExp> = { '1.1': /[\\\n:]/g, '1.2': /[\\\r\n:]/g };

/** Each character that is escaped, with the character after the backslash. Only 1.2 escapes the carriage return. */
const ESCAPES = [
  ['\\', '\\'],
  ['\n', 'n'],
  [':', 'c'],
  ['\r', 'r'],
] as const;
const ESCAPE: ReadonlyMap<string, string> = new Map(ESCAPES);
const UNESCAPE: ReadonlyMap<string, string> = new Map(ESCAPES.map(([octet, escaped]) => [escaped, octet]));

/** Encodes a header name or value (STOMP 1.1 and 1.2, "Value Encoding"). */
function escapeHeader(text: string, version: Escaping): string {
  return text.replace(NEEDS_ESCAPE[version], (octet) => `\\${ESCAPE.get(octet)}`);
}

/**
 * Decodes a header name or value (STOMP 1.1 and 1.2, "Value Encoding").
 * Throws `header.escape` for an undefined sequence, which the specification calls a fatal protocol error.
 */
export function unescapeHeader(text: string, version: Escaping): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(.?)/gs, (_sequence, escaped: string) => {
    const octet = UNESCAPE.get(escaped);
    if (octet === undefined || (octet === '\r' && version === '1.1')) {
      throw new StompError('header.escape', `A header holds an escape sequence that STOMP ${version} does not define.`);
    }
    return octet;
  });
}

/**
 * One header entry with its line feed, in the encoding of the command and version.
 * Without escaping (1.0, CONNECTED), a colon in a name and line ends become spaces, so that a value cannot inject
 * another header.
 */
export function headerLine(name: string, value: string, command: Command, version: Version): string {
  if (escapesHeaders(command, version)) return `${escapeHeader(name, version)}:${escapeHeader(value, version)}\n`;
  return `${name.replace(/[\r\n:]/g, ' ')}:${value.replace(/[\r\n]/g, ' ')}\n`;
}

/** Trims spaces, tabs and carriage returns: the examples of STOMP 1.0 pad header values with them. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Whether a character code, or an octet, is a space, a tab or a carriage return. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}
